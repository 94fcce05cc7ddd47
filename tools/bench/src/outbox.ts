import type { Request } from 'autocannon';
import type { BareRoute } from './bare-server';
import { attributes, creationRequest, insertStatement } from './cases';
import { type Target, targetOf } from './http';
import { CONNECTIONS, load } from './load';
import { median } from './numbers';
import type { BenchShop } from './people';
import { pgLoop } from './pg-loop';
import type { Stage } from './stage';
import { table } from './table';
import { barCell, measureTurns, medianOf } from './turns';

const TURNS = 9;
const SECONDS = 2;

/** Minimum speed of a write with its event, as a share of the speed of the same write without an event. */
const BAR = 0.65;

interface Pair {
  name: string;
  with: () => Promise<number>;
  without: () => Promise<number>;
}

/**
 * Measures the cost of the event that a POST creates. Measures with the shop API, with a baseline server, and
 * with the database driver alone. `port` is the port of the shop API.
 */
export async function measureOutbox(stage: Stage, shop: BenchShop, port: number): Promise<string> {
  const { path, ...request } = creationRequest as Request & { path: string };
  const pathWithout = `${path}-without-event`;
  const routes: BareRoute[] = [
    { method: 'POST', path, kind: 'insert' },
    { method: 'POST', path: pathWithout, kind: 'insert-without-event' },
  ];
  const api = targetOf(shop, port);
  const apiWithout = { ...api, port: await stage.startShopApiWithoutEvents() };
  const floor = { floor: 'spliced', shopId: shop.id, routes };
  const bare = { port: await stage.startBare('--bare', floor), host: api.host };
  const perSecond = async (target: Target, to: string) =>
    (await load(target, [{ ...request, path: to }], SECONDS)).perSecond;
  const loop = (event: 'with' | 'without') =>
    pgLoop(stage.databaseUrl(), () => insertStatement(shop.id, attributes, event), SECONDS);
  const pairs: Pair[] = [
    {
      name: 'POST, shop API',
      with: () => checkingEvents(stage, true, () => perSecond(api, path)),
      without: () => checkingEvents(stage, false, () => perSecond(apiWithout, path)),
    },
    {
      name: 'POST, bare server',
      with: () => perSecond(bare, path),
      without: () => perSecond(bare, pathWithout),
    },
    { name: 'pg loop', with: () => loop('with'), without: () => loop('without') },
  ];
  return table(['a write', 'with its event/s', 'without/s', 'ratio', 'bar'], await comparePairs(pairs));
}

async function comparePairs(pairs: readonly Pair[]): Promise<string[][]> {
  const runs = await measureTurns(TURNS, async () => {
    const run = [];
    for (const pair of pairs) run.push({ with: await pair.with(), without: await pair.without() });
    return run;
  });
  return pairs.map(({ name }, at) => {
    const ofPair = runs.map((run) => run[at]!);
    const ratio = median(ofPair.map((run) => run.with / run.without));
    const speeds = [medianOf(ofPair, (run) => run.with), medianOf(ofPair, (run) => run.without)];
    return [name, ...speeds, ratio.toFixed(2), barCell(ratio, BAR)];
  });
}

/**
 * Runs the load and counts the new events. Throws if events are created although `isExpected` is false, or if
 * none are created although it is true.
 */
async function checkingEvents<T>({ client }: Stage, isExpected: boolean, work: () => Promise<T>): Promise<T> {
  const count = async () => {
    const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM shop.events');
    return Number(rows[0]!.count);
  };
  const before = await count();
  const result = await work();
  // Allows one more event for each connection, because a connection can have an unfinished request when a
  // load ends.
  if ((await count()) > before + CONNECTIONS !== isExpected)
    throw new Error(`the load recorded ${isExpected ? 'no ' : ''}events`);
  return result;
}
