import { table } from '../table';
import type { Panel } from './picture';
import { serviceNames } from '../faults/fault-platform';
import type { ServiceMetric, Samples, TableSize } from './samples';
import { atMost, flat, flatBesideYoung, mostlyBelow, perRow, type Verdict } from './verdicts';

const [MAX_LAG_MS, MAX_P99_MS] = [100, 250];
/**
 * Maximum percentage of dead rows in a table. Autovacuum starts at 20 %, so a higher percentage means that
 * autovacuum is too slow.
 */
const MAX_DEAD_PERCENT = 30;

export function steadyVerdicts(
  samples: Samples,
  { requests, failed, heldBack }: { requests: number; failed: number; heldBack: number },
): Verdict[] {
  const ofEach = (what: ServiceMetric, verdict: (series: string, of: string) => Verdict) =>
    serviceNames.map((name) => verdict(`${name} ${what}`, name));
  return [
    atMost('requests that fail', failed, `of ${requests.toLocaleString('en-US')}`, 0),
    atMost('requests that are held back, since others wait', heldBack, '', 0),
    mostlyBelow(samples.of('p99'), 'p99 of requests', 'ms', MAX_P99_MS),
    ...ofEach('memory', (series, name) =>
      flat(samples.of(series), { what: `${name}: memory (RSS)`, unit: 'MiB', share: 0.1, least: 16 }),
    ),
    ...ofEach('heap', (series, name) =>
      flat(samples.of(series), {
        what: `${name}: old heap after collections`,
        unit: 'MiB',
        share: 0.1,
        least: 16,
        floors: true,
      }),
    ),
    ...ofEach('files', (series, name) =>
      flat(samples.of(series), { what: `${name}: file descriptors`, unit: 'open', least: 5 }),
    ),
    flat(samples.of('connections'), { what: 'connections of Postgres', unit: 'open', least: 2 }),
    ...ofEach('lag', (series, name) =>
      mostlyBelow(samples.of(series), `${name}: p99 of event-loop lag`, 'ms', MAX_LAG_MS),
    ),
    perRow(samples.rowSizes, 'each table grows with its rows; the most', 0.2),
    perRow(samples.indexSizes, 'indexes grow with the rows; the most', 0.2),
    mostlyBelow(shareOfDead(samples), 'dead rows', '% of all', MAX_DEAD_PERCENT),
    mostlyBelow(samples.of('backlog'), 'webhooks behind', 'events', 200),
  ];
}

function shareOfDead(samples: Samples) {
  const rows = samples.of('rows');
  return samples
    .of('dead rows')
    .map(([at, dead], index) => [at, (dead / (dead + (rows[index]?.[1] ?? 0) || 1)) * 100] as const);
}

/**
 * Returns the verdicts on the webhook worker while it sends the backlog. The memory of the worker must not
 * depend on the length of the backlog.
 */
export function drainVerdicts(samples: Samples, since: number): Verdict[] {
  const during = (name: string) => samples.of(`hooks-worker ${name}`).filter(([at]) => at >= since);
  const bar = { unit: 'MiB', share: 0.1, least: 32 };
  return [
    flatBesideYoung(during('memory'), during('young'), {
      ...{ unit: bar.unit, least: bar.least },
      what: 'hooks-worker: memory (RSS) while it drains',
    }),
    flat(during('heap'), { ...bar, what: 'hooks-worker: old heap while it drains', floors: true }),
  ];
}

export function costTable(
  cpu: Record<string, number>,
  { requests, deliveries, seconds }: { requests: number; deliveries: number; seconds: number },
): string {
  const rows = Object.entries(cpu).map(([name, ms]) => [
    name,
    ((ms / seconds) * 0.1).toFixed(1),
    (ms / requests).toFixed(2),
    name === 'hooks-worker' ? (ms / Math.max(1, deliveries)).toFixed(2) : '',
  ]);
  const head = [
    `${requests.toLocaleString('en-US')} requests, ${deliveries.toLocaleString('en-US')} deliveries`,
  ];
  return table([...head, '% of a processor', 'ms a request', 'ms a delivery'], rows);
}

const MAX_TABLES = 12;

export function tableOfTables(tables: readonly TableSize[]): string {
  const rows = tables
    .slice(0, MAX_TABLES)
    .map(({ name, rows, dead, bytes, indexBytes }) => [
      name,
      ...[rows, dead].map((count) => count.toLocaleString('en-US')),
      ...[bytes, indexBytes].map((size) => (size / 2 ** 20).toFixed(1)),
      ...[bytes, indexBytes].map((size) => (rows === 0 ? '' : (size / rows).toFixed(0))),
    ]);
  const sizes = ['table, MiB', 'indexes, MiB', 'table, bytes a row', 'indexes, bytes a row'];
  return table(['table', 'rows', 'dead', ...sizes], rows);
}

export function panelsOf(samples: Samples): Panel[] {
  const ofEach = (title: string, unit: string, what: ServiceMetric): Panel => ({
    ...{ title, unit },
    lines: serviceNames.map((name) => ({ name, points: samples.of(`${name} ${what}`) })),
  });
  const panel = (title: string, unit: string, ...names: string[]): Panel => ({
    ...{ title, unit },
    lines: names.map((name) => ({ name, points: samples.of(name) })),
  });
  return [
    ofEach('Memory (RSS)', 'MiB', 'memory'),
    ofEach('Old heap', 'MiB', 'heap'),
    ofEach('Event-loop lag, p99', 'ms', 'lag'),
    ofEach('File descriptors', 'open', 'files'),
    panel('Connections of Postgres', 'open', 'connections'),
    panel('Requests', 'a second', 'requests a second'),
    panel('Requests, p99', 'ms', 'p99'),
    panel('Webhooks behind', 'events', 'backlog'),
    panel('Sizes', 'MiB', 'tables', 'indexes'),
    panel('Data', 'rows', 'rows', 'dead rows'),
  ];
}
