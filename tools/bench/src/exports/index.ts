import { request } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import type { Client } from 'pg';
import { withClient } from '../database-client';
import { headersOf, type Target, targetOf } from '../http';
import { makeShop } from '../people';
import type { Stage } from '../stage';
import { fillStore } from '../store/fill-store';
import { table } from '../table';
import { timed } from '../timed';
import { medianOf } from '../turns';
import { byCopy, byCursor } from './floors';

/** Number of measured exports. One more export, which is not measured, warms up the service. */
const TURNS = { full: 5, quick: 3 };

const MIB = 1024 * 1024;

/**
 * Measures exports of all orders of a shop and the memory growth of the service. For comparison, reads the
 * same orders through a cursor and with COPY.
 */
export async function measureExports(
  stage: Stage,
  count: number,
  how: keyof typeof TURNS,
  say: (text: string) => void,
): Promise<string> {
  const shop = await makeShop(stage.client, 'bench-exports');
  await fillStore(stage.client, shop, count);
  say(`filled ${shop.domain}: ${count} orders\n`);
  // Starts a new service, because memory growth from earlier benchmarks would hide the growth from exports.
  const port = await stage.startService('shop-api');
  const target = targetOf(shop, port);
  const before = stage.memoryOf(port)?.now ?? NaN;
  return withClient(stage.databaseUrl(), async (floor) => {
    const runs = [];
    for (let turn = 0; turn <= TURNS[how]; turn += 1)
      runs.push(await oneTurn(stage, target, floor, { id: shop.id, count }));
    return report(runs, before);
  });
}

type Run = Awaited<ReturnType<typeof oneTurn>>;

async function oneTurn(
  stage: Stage,
  target: Target,
  floor: Client,
  { id, count }: { id: string; count: number },
) {
  const cpu = () => stage.cpuOf(target.port) ?? NaN;
  const before = cpu();
  const [ours, ms] = await timed(() => exportOf(target));
  const used = cpu() - before;
  const [cursor, cursorMs] = await timed(() => byCursor(floor, id, `http://${target.host}`));
  const [copyRows, copyMs] = await timed(() => byCopy(floor, id));
  if ([ours.rows, cursor.rows, copyRows].some((rows) => rows !== count))
    throw new Error(`the export has ${ours.rows} of ${count} orders`);
  if (!isDeepStrictEqual(withoutNext(ours.first), JSON.parse(cursor.first)))
    throw new Error('the export writes another object than the floor');
  const perSecond = (ms: number) => (count * 1_000) / ms;
  return {
    ours: perSecond(ms),
    cursor: perSecond(cursorMs),
    copy: perSecond(copyMs),
    megabytes: ours.bytes / 1e6,
    cpuOfThousand: (used * 1_000) / count,
    largest: stage.memoryOf(target.port)?.largest ?? NaN,
  };
}

/** Removes `meta.next` from a line of an export, because the baseline server does not compute it. */
function withoutNext(line: string): object {
  const { meta, ...object } = JSON.parse(line) as { meta: Record<string, unknown> };
  const { next: _, ...others } = meta;
  return { ...object, meta: others };
}

function report(runs: readonly Run[], before: number): string {
  const [first, ...others] = runs as [Run, ...Run[]];
  const grew = (run: Run) => ((run.largest - before) / MIB).toFixed(0);
  return table(
    [
      ...['export', 'MB', 'rows/s', 'cursor, built/s', 'ratio', 'COPY/s', 'ratio'],
      ...['CPU ms/1,000', 'RSS + MiB, first', 'after all'],
    ],
    [
      [
        'orders, NDJSON',
        medianOf(others, (run) => run.megabytes),
        medianOf(others, (run) => run.ours),
        medianOf(others, (run) => run.cursor),
        medianOf(others, (run) => run.ours / run.cursor, 2),
        medianOf(others, (run) => run.copy),
        medianOf(others, (run) => run.ours / run.copy, 3),
        medianOf(others, (run) => run.cpuOfThousand, 1),
        grew(first),
        grew(others.at(-1)!),
      ],
    ],
  );
}

/** Reads a whole export but keeps only its first line. Throws if the export is incomplete. */
function exportOf(target: Target): Promise<{ rows: number; bytes: number; first: string }> {
  const body = JSON.stringify({ data: { type: 'exports', attributes: { resource_type: 'orders' } } });
  const headers = {
    ...headersOf(target),
    accept: 'application/x-ndjson',
    'content-type': 'application/vnd.api+json',
  };
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port: target.port,
      path: '/api/exports',
      method: 'POST',
      headers,
      agent: false,
    };
    const sent = request(options, (response) => {
      if (response.statusCode !== 200)
        return reject(new Error(`an export was answered ${response.statusCode}`));
      let [bytes, first, last] = [0, '', ''];
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (!first.includes('\n')) first += chunk.toString();
        last = (last + chunk.toString()).slice(-200);
      });
      response.on('end', () => {
        const { meta } = JSON.parse(last.trimEnd().split('\n').at(-1)!) as {
          meta: { complete?: boolean; count: number };
        };
        if (!meta.complete) return reject(new Error('an export was cut'));
        resolve({ rows: meta.count, bytes, first: first.split('\n', 1)[0]! });
      });
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
