import type { Request } from 'autocannon';
import type { BareRoute } from './bare-server';
import { attributes, creation, insertStatement } from './cases';
import { connections, load, median, type Target } from './load';
import type { BenchShop } from './people';
import { pgLoop } from './pg-loop';
import type { Stage } from './stage';
import { table } from './table';

const turns = 9;
const seconds = 2;

/** With the event at least this share of the requests/s without it (the outbox costs at most 35 %). */
const bar = 0.65;

/**
 * What an event costs a POST: the same write with it and without, turn by turn. By the shop API as it is, and built without its events; by the bare server,
 * which does nothing else and so loses more than the shop API can lose; and by the driver alone. `port`: the shop API's.
 */
export async function measureOutbox(stage: Stage, shop: BenchShop, port: number): Promise<string> {
  const { path, ...request } = creation(shop).request as Request & { path: string };
  const without = `${path}-without-event`;
  const routes: BareRoute[] = [
    { method: 'POST', path, kind: 'insert' },
    { method: 'POST', path: without, kind: 'insert-without-event' },
  ];
  const host = `${shop.domain}.localhost`;
  const bare = { port: await stage.startBare({ floor: 'spliced', shopId: shop.id, routes }), host };
  const api = { port, host, token: shop.token };
  const apiWithout = { ...api, port: await stage.startShopApiWithoutEvents() };
  const perSecond = async (target: Target, to: string) =>
    (await load(target, [{ ...request, path: to }], seconds)).perSecond;
  const loop = (event: 'with' | 'without') =>
    pgLoop(stage.databaseUrl(), () => insertStatement(shop.id, attributes, event), seconds);
  const pairs: Pair[] = [
    {
      name: 'POST, shop API',
      with: () => makesEvents(stage, true, () => perSecond(api, path)),
      without: () => makesEvents(stage, false, () => perSecond(apiWithout, path)),
    },
    {
      name: 'POST, bare server',
      with: () => perSecond(bare, path),
      without: () => perSecond(bare, without),
    },
    { name: 'pg loop', with: () => loop('with'), without: () => loop('without') },
  ];
  const rows = await compare(pairs);
  return table(['a write', 'with its event/s', 'without/s', 'ratio', 'bar'], rows);
}

/** Requests/s of one write, with its event and without. */
interface Pair {
  name: string;
  with: () => Promise<number>;
  without: () => Promise<number>;
}

async function compare(pairs: Pair[]): Promise<string[][]> {
  const runs: { with: number; without: number }[][] = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    const run = [];
    for (const pair of pairs) run.push({ with: await pair.with(), without: await pair.without() });
    // The first turn warms up.
    if (turn > 0) runs.push(run);
  }
  return pairs.map(({ name }, at) => {
    const of = (which: 'with' | 'without') => median(runs.map((run) => run[at]![which])).toFixed(0);
    const ratio = median(runs.map((run) => run[at]!.with / run[at]!.without));
    return [name, of('with'), of('without'), ratio.toFixed(2), `${bar} ${ratio >= bar ? 'met' : 'MISSED'}`];
  });
}

/** The comparison is only fair if one of the two makes events and the other none. */
async function makesEvents<T>({ client }: Stage, makes: boolean, work: () => Promise<T>): Promise<T> {
  const count = async () => {
    const { rows } = await client.query<{ count: string }>('SELECT count(*) FROM shop.events');
    return Number(rows[0]!.count);
  };
  const before = await count();
  const result = await work();
  // When a load ends, requests that nobody waits for any more are still under way: one for each connection.
  if ((await count()) > before + connections !== makes)
    throw new Error(`it makes ${makes ? 'no ' : ''}events`);
  return result;
}
