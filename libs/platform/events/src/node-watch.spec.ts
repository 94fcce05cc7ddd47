import type { ShopDatabase } from '@storewright/database';
import { NodeWatch } from './node-watch';

const [one, other] = ['10.0.0.1:5432', '10.0.0.2:5432'];
const said = { shop_id: null, failure: null, due: null };

/** Simulates nodes: returns rows for a full query, and none if their states are the known ones. */
let states: Record<string, string>;
let more: object[];
let asked: { at: unknown; known: unknown; until: unknown }[];
const database = {
  query(_: object, { values = [] }: { values?: readonly unknown[] }) {
    const [at, known, until] = values;
    asked.push({ at, known, until });
    if (known === JSON.stringify(states)) return Promise.resolve([]);
    const rows = Object.entries(states).map(([node, state]) => ({ ...said, node, state }));
    return Promise.resolve([...rows, ...more]);
  },
} as unknown as Pick<ShopDatabase, 'query'>;

let time: number;
let watch: NodeWatch;
beforeEach(() => {
  [states, more, asked, time] = [{ [one]: '7:7:', [other]: '9:9:' }, [], [], 1e6];
  watch = new NodeWatch('shops_to_serve', () => time);
});

const nothing = { shops: [], silent: [] };
const looks = async (count: number) => {
  for (let look = 0; look < count; look += 1) expect(await watch.poll(database)).toEqual(nothing);
};
const known = () => asked.map((each) => each.known !== null);

it('NodeWatch compares only the node states after two polls without work and with equal states', async () => {
  await looks(4);
  expect(known()).toEqual([false, false, true, true]);
  expect(asked[3]!.known).toBe(JSON.stringify(states));
});

it('NodeWatch finds new work in the next poll, then runs full queries until the node states are stable', async () => {
  await looks(3);
  states = { ...states, [one]: '8:8:' };
  more = [{ ...said, node: one, shop_id: 'shop', state: null }];
  expect(await watch.poll(database)).toEqual({ shops: ['shop'], silent: [] });
  expect((await watch.poll(database)).shops).toEqual(['shop']);
  more = [];
  await looks(3);
  expect(known()).toEqual([false, false, true, true, false, false, false, true]);
});

it('NodeWatch runs a full query in each poll while a Citus node does not respond', async () => {
  more = [{ ...said, node: other, failure: 'refused', state: null }];
  states = { [one]: '7:7:' };
  for (let look = 0; look < 4; look += 1)
    expect((await watch.poll(database)).silent).toEqual([{ node: other, failure: 'refused' }]);
  expect(known()).toEqual([false, false, false, false]);
});

it('NodeWatch passes the earliest time of scheduled work to the Citus nodes', async () => {
  more = ['2026-01-02', '2026-01-01'].map((due) => ({ ...said, node: one, state: '7:7:', due }));
  await looks(3);
  expect(asked[2]!.until).toBe('2026-01-01');
});

it('NodeWatch runs a full query after 30 seconds, even if no node state changes', async () => {
  await looks(3);
  time += 30_000;
  await looks(2);
  expect(known()).toEqual([false, false, true, false, true]);
});
