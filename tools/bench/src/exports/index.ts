import { request } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { Client } from 'pg';
import { median, type Target } from '../load';
import { makeShop } from '../people';
import type { Stage } from '../stage';
import { fillStore } from '../store/fill-store';
import { table } from '../table';
import { timed } from '../timed';
import { byCopy, byCursor } from './floors';

/** Exports that are measured, behind one that warms up. */
const turns = { full: 5, quick: 3 };

const mebibyte = 1024 * 1024;

/** An export of all orders of a shop beside what Postgres gives through a cursor and by COPY in the same run, and how much larger the service's process grew. */
export async function measureExports(
  stage: Stage,
  count: number,
  how: keyof typeof turns,
  say: (text: string) => void,
): Promise<string> {
  const shop = await makeShop(stage.client, 'bench-exports');
  await fillStore(stage.client, shop, count);
  say(`filled ${shop.domain}: ${count} orders\n`);
  // One of its own: what others have made it grow by before would hide what exports do.
  const port = await stage.startService('shop-api');
  const target = { port, host: `${shop.domain}.localhost`, token: shop.token };
  const floor = new Client({ connectionString: stage.databaseUrl() });
  await floor.connect();
  const runs = [];
  const before = stage.memoryOf(port)?.now ?? NaN;
  try {
    for (let turn = 0; turn <= turns[how]; turn += 1)
      runs.push(await oneTurn(stage, target, floor, { id: shop.id, count }));
  } finally {
    await floor.end();
  }
  return report(runs, before);
}

type Run = Awaited<ReturnType<typeof oneTurn>>;

async function oneTurn(
  stage: Stage,
  target: Target,
  floor: Client,
  { id, count }: { id: string; count: number },
) {
  const cpu = () => stage.cpuOf(target.port) ?? NaN;
  const began = cpu();
  const [ours, ms] = await timed(() => exportOf(target));
  const used = cpu() - began;
  const [cursor, cursorMs] = await timed(() => byCursor(floor, id, `http://${target.host}`));
  const [copied, copyMs] = await timed(() => byCopy(floor, id));
  if ([ours.rows, cursor.rows, copied].some((rows) => rows !== count))
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

/** The states that are possible next are computed, and no column: the floor does not have them. */
function withoutNext(line: string): object {
  const { meta, ...object } = JSON.parse(line) as { meta: Record<string, unknown> };
  const { next: _, ...others } = meta;
  return { ...object, meta: others };
}

function report(runs: readonly Run[], before: number): string {
  const [first, ...others] = runs as [Run, ...Run[]];
  const middle = (of: (run: Run) => number) => median(others.map(of));
  const grew = (run: Run) => ((run.largest - before) / mebibyte).toFixed(0);
  return table(
    [
      ...['export', 'MB', 'rows/s', 'cursor, built/s', 'ratio', 'COPY/s', 'ratio'],
      ...['CPU ms/1,000', 'RSS + MiB, first', 'after all'],
    ],
    [
      [
        'orders, NDJSON',
        middle((run) => run.megabytes).toFixed(0),
        middle((run) => run.ours).toFixed(0),
        middle((run) => run.cursor).toFixed(0),
        middle((run) => run.ours / run.cursor).toFixed(2),
        middle((run) => run.copy).toFixed(0),
        middle((run) => run.ours / run.copy).toFixed(3),
        middle((run) => run.cpuOfThousand).toFixed(1),
        grew(first),
        grew(others.at(-1)!),
      ],
    ],
  );
}

/** Reads it to its end and keeps its first line alone. Throws where it is not whole. */
function exportOf({ port, host, token }: Target): Promise<{ rows: number; bytes: number; first: string }> {
  const body = JSON.stringify({ data: { type: 'exports', attributes: { resource_type: 'orders' } } });
  const headers = {
    ...{ host, authorization: `Bearer ${token}`, accept: 'application/x-ndjson' },
    'content-type': 'application/vnd.api+json',
  };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/api/exports', method: 'POST', headers, agent: false };
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
