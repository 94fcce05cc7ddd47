// This file contains SQL that fills a shop.
import { fillShop } from '@storewright/meta/testing';
import { type Target, targetOf } from '../http';
import { load, type LoadResult } from '../load';
import { median } from '../numbers';
import { type BenchShop, makeShop } from '../people';
import type { Stage } from '../stage';
import { fillStore } from '../store/fill-store';
import { table } from '../table';
import { barCell, medianOf, ratioCells } from '../turns';
import { BenchCluster } from './bench-cluster';
import { type CitusCase, citusCases } from './citus-cases';

/**
 * Number of measurements. Each measurement runs on both databases in turn and yields its own ratio, because
 * the speed of a machine drifts.
 */
const TURNS = { full: 9, quick: 5 };
const SECONDS = { full: 2, quick: 1 };
const WARM_UP_SECONDS = 2;
const CLIENTS = 4;
const [OBJECTS, ORDERS] = [20_000, 5_000];

const missing =
  'The part "citus" needs BENCH_CITUS_URL=postgres://ADMINISTRATOR@HOST:PORT/postgres, a cluster for tests only.';

/** CPU milliseconds, separately for each program. */
interface Cpu {
  node: number;
  /** CPU milliseconds of plain Postgres or of the Citus coordinator. */
  server: number;
  workers: number;
}

type Turn = LoadResult & Cpu;

interface Side extends Target {
  cpu: () => Cpu;
}

type Sides = Record<'plain' | 'citus', Side>;

/**
 * Sends the same requests to a shop API on plain Postgres and to a shop API on a Citus cluster with the same
 * rows. Both use the same auth database on plain Postgres.
 */
export async function measureCitus(
  stage: Stage,
  how: keyof typeof TURNS,
  say: (text: string) => void,
): Promise<string> {
  const url = process.env['BENCH_CITUS_URL'];
  if (url === undefined) return missing;
  const cluster = await BenchCluster.open(url);
  try {
    await stage.client.query(`ALTER SYSTEM SET fsync = ${cluster.fsync}`);
    await stage.client.query('SELECT pg_reload_conf()');
    const shop = await makeShop(stage.client, 'bench-citus');
    const ids = await fill(stage, shop);
    await cluster.copyFrom(stage.client);
    const sides = await startBoth(stage, cluster, shop);
    const rows = [];
    for (const each of citusCases(ids)) {
      rows.push(await compare(each, sides, how));
      say(rows.at(-1)!.join(' '));
    }
    return table(columns, rows);
  } finally {
    await cluster.close();
  }
}

async function fill(stage: Stage, { id, ...shop }: BenchShop): Promise<string[]> {
  const { client } = stage;
  await fillShop(client, id, OBJECTS, stage.folder);
  await fillStore(client, { id, ...shop }, ORDERS);
  await client.query(
    `WITH p AS (SELECT id, row_number() OVER () - 1 AS no, count(*) OVER () AS all FROM shop.products)
     UPDATE shop.meta m SET resource_id = p.id FROM p
     WHERE m.resource_type = 'products' AND m.resource_id::integer % p.all = p.no`,
  );
  await client.query('VACUUM ANALYZE');
  const { rows } = await client.query<{ id: string }>(
    'SELECT id FROM shop.meta ORDER BY random() LIMIT 2000',
  );
  return rows.map((row) => row.id);
}

async function startBoth(stage: Stage, cluster: BenchCluster, shop: BenchShop): Promise<Sides> {
  const plain = await stage.startService('shop-api');
  const citus = await stage.startService('shop-api', { environment: cluster.environment });
  const node = (port: number) => stage.cpuOf(port) ?? NaN;
  return {
    plain: {
      ...targetOf(shop, plain),
      cpu: () => ({ node: node(plain), server: stage.serverCpu() ?? NaN, workers: 0 }),
    },
    citus: {
      ...targetOf(shop, citus),
      cpu: () => {
        const { coordinator, workers } = cluster.cpu();
        return { node: node(citus), server: coordinator, workers };
      },
    },
  };
}

async function compare(each: CitusCase, sides: Sides, how: keyof typeof TURNS): Promise<string[]> {
  const runs: Record<keyof Sides, Turn>[] = [];
  for (const side of Object.values(sides)) await measured(side, each, WARM_UP_SECONDS);
  while (runs.length < TURNS[how])
    runs.push({
      plain: await measured(sides.plain, each, SECONDS[how]),
      citus: await measured(sides.citus, each, SECONDS[how]),
    });
  return rowOf(each, runs);
}

async function measured(side: Side, { request }: CitusCase, seconds: number): Promise<Turn> {
  const before = side.cpu();
  const done = await load(side, [request], seconds, CLIENTS);
  const after = side.cpu();
  const used = (program: keyof Cpu) => (after[program] - before[program]) / done.requests;
  return { ...done, node: used('node'), server: used('server'), workers: used('workers') };
}

const columns = [
  ...['request', 'plain/s', 'Citus/s', 'ratio', 'min', 'max', 'target', 'ratio by CPU'],
  ...['plain ms', 'coordinator ms', 'workers ms', 'times', 'Node ms', 'Node on Citus ms'],
];

function rowOf({ name, target }: CitusCase, runs: readonly Record<keyof Sides, Turn>[]): string[] {
  const ratios = runs.map(({ plain, citus }) => citus.perSecond / plain.perSecond);
  const cell = (side: keyof Sides, figure: keyof Turn, digits = 3) =>
    medianOf(runs, (run) => run[side][figure], digits);
  const times = (run: (typeof runs)[0]) => (run.citus.server + run.citus.workers) / run.plain.server;
  return [
    ...[name, cell('plain', 'perSecond', 0), cell('citus', 'perSecond', 0)],
    ...[...ratioCells(ratios), barCell(median(ratios), Number(target.toFixed(2)))],
    medianOf(runs, ratioByCpu, 2),
    ...[cell('plain', 'server'), cell('citus', 'server'), cell('citus', 'workers')],
    ...[medianOf(runs, times, 1), cell('plain', 'node'), cell('citus', 'node')],
  ];
}

/**
 * Returns the ratio of requests per second that the CPU times of all programs imply. On a machine with
 * background load, the result varies less than the measured ratio.
 */
function ratioByCpu({ plain, citus }: Record<keyof Sides, Turn>): number {
  const all = ({ node, server, workers }: Cpu) => node + server + workers;
  return all(plain) / all(citus);
}
