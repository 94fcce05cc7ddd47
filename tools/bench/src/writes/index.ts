import { setTimeout } from 'node:timers/promises';
import { mediaType } from '@storewright/json-api';
import { roles } from '@storewright/schema';
import type { Request } from 'autocannon';
import { type Target, targetOf } from '../http';
import { load, type LoadResult } from '../load';
import { median } from '../numbers';
import { type BenchShop, makeShop } from '../people';
import type { Stage } from '../stage';
import { table } from '../table';
import { barCell, medianOf, ratioCells } from '../turns';
import { type WriteCase, writeCases } from './write-cases';

/**
 * Number of measurements. Each measurement runs on both servers in turn and yields its own ratio, because the
 * speed of a machine drifts.
 */
const TURNS = { full: 9, quick: 5 };
const SECONDS = 2;
const WARM_UP_SECONDS = 3;
/**
 * Number of products that requests change, and total number of products. The total is enough for all
 * deletions.
 */
const [KEPT_PRODUCTS, PRODUCTS] = [2_000, 400_000];

/** Result of one measurement, with CPU milliseconds per request of the Node process and of Postgres. */
interface WriteResult extends LoadResult {
  node: number;
  database: number;
}

interface Side extends Target {
  /** Returns the CPU milliseconds that the Node process and Postgres have used. */
  cpu: () => { node: number; database: number };
}

/**
 * Measures writes of single objects at the shop API and at a baseline server. A worker assigns sequence
 * numbers to the events of both servers. The next measurement starts when all events have sequence numbers,
 * so that neither server slows down the other.
 */
export async function measureWrites(
  stage: Stage,
  how: keyof typeof TURNS,
  say: (text: string) => void,
): Promise<string> {
  const shop = await makeShop(stage.client, 'bench-writes');
  const ids = await fill(stage, shop);
  const sides = { ours: await startShopApi(stage, shop), bare: await startBareWrites(stage, shop) };
  await stage.startService('hooks-worker');
  const rows = [];
  for (const each of writeCases) {
    const runs: Record<keyof typeof sides, WriteResult>[] = [];
    const turn = async (side: Side, duration = SECONDS) => {
      const done = await measured(side, requestOf(each, ids), duration);
      await eventsAreNumbered(stage);
      return done;
    };
    for (const side of Object.values(sides)) await turn(side, WARM_UP_SECONDS);
    for (let count = 0; count < TURNS[how]; count += 1)
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

function rowOf({ name, bar }: WriteCase, runs: readonly Record<'ours' | 'bare', WriteResult>[]): string[] {
  const ratios = runs.map((run) => run.ours.perSecond / run.bare.perSecond);
  const cell = (side: 'ours' | 'bare', figure: keyof WriteResult, digits = 0) =>
    medianOf(runs, (run) => run[side][figure], digits);
  return [
    name,
    ...[cell('ours', 'perSecond'), cell('ours', 'p50'), cell('ours', 'p99'), cell('bare', 'perSecond')],
    ...[...ratioCells(ratios), barCell(median(ratios), bar)],
    ...[cell('ours', 'node', 3), cell('bare', 'node', 3)],
    ...[cell('ours', 'database', 3), cell('bare', 'database', 3)],
  ];
}

async function measured(side: Side, request: Request, duration: number): Promise<WriteResult> {
  const before = side.cpu();
  const done = await load(side, [request], duration);
  const after = side.cpu();
  return {
    ...done,
    node: (after.node - before.node) / done.requests,
    database: (after.database - before.database) / done.requests,
  };
}

async function eventsAreNumbered({ client }: Stage): Promise<void> {
  const waiting = 'SELECT FROM shop.events WHERE sequence IS NULL LIMIT 1';
  while ((await client.query(waiting)).rowCount) await setTimeout(50);
}

function requestOf({ method, resource, sent }: WriteCase, ids: string[]): Request {
  return {
    method,
    setupRequest: (request) => {
      const id = method === 'DELETE' ? ids.pop()! : ids[Math.floor(Math.random() * KEPT_PRODUCTS)]!;
      const path = method === 'POST' ? resource.path : `${resource.path}/${id}`;
      if (!sent) return { ...request, path };
      const headers = { ...request.headers, 'content-type': mediaType };
      return { ...request, path, headers, body: JSON.stringify({ data: sent(id) }) };
    },
  };
}

async function startShopApi(stage: Stage, shop: BenchShop): Promise<Side> {
  const port = await stage.startService('shop-api');
  const cpu = () => ({ node: stage.cpuOf(port) ?? 0, database: stage.databaseCpu(roles.shop) ?? 0 });
  return { ...targetOf(shop, port), cpu };
}

async function startBareWrites(stage: Stage, shop: BenchShop): Promise<Side> {
  const port = await stage.startBare('--bare-writes', { shop });
  const cpu = () => ({ node: stage.cpuOf(port) ?? 0, database: stage.databaseCpu() ?? 0 });
  return { ...targetOf(shop, port), cpu };
}

async function fill({ client }: Stage, { id }: BenchShop): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `INSERT INTO shop.products (shop_id, id, title, handle, description, status, tags, version, created_at, updated_at)
      SELECT $1, uuidv7(), 'Product ' || no, 'product-' || no, 'One of many.', 'draft', '{}', 1, now(), now()
      FROM generate_series(1, $2::integer) AS no RETURNING id`,
    [id, PRODUCTS],
  );
  await client.query('VACUUM ANALYZE shop.products');
  return rows.map((row) => row.id);
}
