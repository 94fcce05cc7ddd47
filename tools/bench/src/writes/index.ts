import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { mediaType } from '@storewright/json-api';
import { roles } from '@storewright/schema';
import type { Request } from 'autocannon';
import { cpuOf } from '../cpu';
import { load, type Measured, median, type Target } from '../load';
import { type BenchShop, makeShop } from '../people';
import type { Stage } from '../stage';
import { table } from '../table';
import type { BareWritesSettings } from './bare-writes';
import { type WriteCase, writeCases } from './write-cases';

/** Turns in which the shop API and the bare server are measured one after another: their ratio is taken turn by turn, because machines drift. */
const turns = { full: 9, quick: 5 };
const seconds = 2;
/** Before them, so that what runs is compiled. */
const warmUpSeconds = 3;
/** Products that are there: the first ones are changed and get variants, the others are enough for all that are deleted. */
const [kept, products] = [2_000, 400_000];

/** What one of the two did in one turn. CPU in ms per request: of Node, and of the server's processes that it talks to. */
interface Done extends Measured {
  node: number;
  database: number;
}

/** One of the two servers. */
interface Side extends Target {
  /** ms so far. */
  cpu: () => { node: number; database: number };
}

/**
 * Writes of one object against a server that does the same and nothing else, by 32 connections, while a worker numbers the events of both: those of a turn are
 * numbered when the next one begins, so that nobody pays for the other.
 */
export async function measureWrites(
  stage: Stage,
  how: keyof typeof turns,
  say: (text: string) => void,
): Promise<string> {
  const shop = await makeShop(stage.client, 'bench-writes');
  const ids = await fill(stage, shop);
  const host = `${shop.domain}.localhost`;
  const sides = { ours: await ours(stage, shop, host), bare: await bare(stage, shop, host) };
  await stage.startService('hooks-worker');
  const rows = [];
  for (const each of writeCases) {
    const runs: Record<keyof typeof sides, Done>[] = [];
    const turn = async (side: Side, duration = seconds) => {
      const done = await measured(side, requestOf(each, ids), duration);
      await eventsAreNumbered(stage);
      return done;
    };
    for (const side of Object.values(sides)) await turn(side, warmUpSeconds);
    for (let count = 0; count < turns[how]; count += 1)
      runs.push({ ours: await turn(sides.ours), bare: await turn(sides.bare) });
    rows.push(rowOf(each, runs));
    say(rows.at(-1)!.join(' '));
  }
  return table(
    [
      ...['a write', 'requests/s', 'p50 ms', 'p99 ms', 'bare/s', 'ratio', 'min', 'max', 'bar'],
      ...['Node ms', 'bare', 'database ms', 'bare'],
    ],
    rows,
  );
}

function rowOf({ name, bar }: WriteCase, runs: readonly Record<'ours' | 'bare', Done>[]): string[] {
  const middle = (side: 'ours' | 'bare', of: keyof Done) => median(runs.map((run) => run[side][of]));
  const ratios = runs.map((run) => run.ours.perSecond / run.bare.perSecond);
  const ratio = median(ratios);
  return [
    name,
    middle('ours', 'perSecond').toFixed(0),
    middle('ours', 'p50').toFixed(0),
    middle('ours', 'p99').toFixed(0),
    middle('bare', 'perSecond').toFixed(0),
    ...[ratio, Math.min(...ratios), Math.max(...ratios)].map((each) => each.toFixed(2)),
    `${bar} ${ratio >= bar ? 'met' : 'MISSED'}`,
    ...[middle('ours', 'node'), middle('bare', 'node')].map((each) => each.toFixed(3)),
    ...[middle('ours', 'database'), middle('bare', 'database')].map((each) => each.toFixed(3)),
  ];
}

async function measured(side: Side, request: Request, duration: number): Promise<Done> {
  const before = side.cpu();
  const done = await load(side, [request], duration);
  const after = side.cpu();
  return {
    ...done,
    node: (after.node - before.node) / done.requests,
    database: (after.database - before.database) / done.requests,
  };
}

/** The worker has nothing left to number. */
async function eventsAreNumbered({ client }: Stage): Promise<void> {
  const waiting = 'SELECT FROM shop.events WHERE sequence IS NULL LIMIT 1';
  while ((await client.query(waiting)).rowCount) await setTimeout(50);
}

function requestOf({ method, resource, sent }: WriteCase, ids: string[]): Request {
  return {
    method,
    setupRequest: (request) => {
      const id = method === 'DELETE' ? ids.pop()! : ids[Math.floor(Math.random() * kept)]!;
      const path = method === 'POST' ? resource.path : `${resource.path}/${id}`;
      if (!sent) return { ...request, path };
      const headers = { ...request.headers, 'content-type': mediaType };
      return { ...request, path, headers, body: JSON.stringify({ data: sent(id) }) };
    },
  };
}

async function ours(stage: Stage, { token }: BenchShop, host: string): Promise<Side> {
  const port = await stage.startService('shop-api');
  const cpu = () => ({ node: stage.cpuOf(port) ?? 0, database: stage.databaseCpu(roles.shop) ?? 0 });
  return { port, host, token, cpu };
}

async function bare(stage: Stage, shop: BenchShop, host: string): Promise<Side> {
  const child: ChildProcess = stage.startProgram('--bare-writes');
  child.send({ databaseUrl: stage.databaseUrl(), shop } satisfies BareWritesSettings);
  const [port] = (await once(child, 'message')) as [number];
  const cpu = () => ({ node: cpuOf(child.pid) ?? 0, database: stage.databaseCpu() ?? 0 });
  return { port, host, token: shop.token, cpu };
}

/** As administrator, whole rows at once and without events. */
async function fill({ client }: Stage, { id }: BenchShop): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO shop.products (shop_id, id, title, handle, description, status, tags, version, created_at, updated_at)
      SELECT $1, uuidv7(), 'Product ' || no, 'product-' || no, 'One of many.', 'draft', '{}', 1, now(), now()
      FROM generate_series(1, $2::integer) AS no RETURNING id`,
    [id, products],
  );
  await client.query('VACUUM ANALYZE shop.products');
  return rows.map((row) => row.id);
}
