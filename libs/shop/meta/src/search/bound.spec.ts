import { directUrl, testDatabase, type TestDatabase } from '@storewright/testing';
import type { DocumentRow } from '@storewright/json-api';
import { Client } from 'pg';
import { type Bound, untilEnd } from './bound';
import type { MetaCondition } from './condition';
import { labData, labId } from '../testing/lab/lab-objects';
import type { Order } from './order';
import { type MetaQuestion, searchStatement } from './statement';
import { naivePage, type Stored } from '../testing/naive';
import { Random } from '../testing/random';
import { asShop, insertObjects } from '../testing/shop-data';

const shop = '33333333-3333-4333-8333-333333333333';
const size = 3_000;
/** Limits so low that most searches end early. */
const low: Bound = { entries: 280, segments: 2, passed: 3, rows: 1_100, sorted: 260 };

let database: TestDatabase;
let client: Client;
let objects: Stored[];

beforeAll(async () => {
  database = await testDatabase();
  const random = new Random(11);
  const made = Array.from({ length: size }, (_, i) => ({
    // Some ids were chosen by clients: they are anywhere in the order and in no segment.
    id: i % 40 === 7 ? random.uuidV4() : labId(random, i),
    resource_type: ['orders', 'orders', 'codes', 'products'][i % 4]!,
    resource_id: String(i % 7),
    data: labData(random, i, size),
  }));
  objects = await insertObjects(database, shop, made, { segmentSize: 150 });
  client = new Client({
    connectionString: directUrl(database, 'shop'),
    options: '-c plan_cache_mode=force_generic_plan',
  });
  await client.connect();
});

afterAll(async () => {
  await client.end();
  await database.drop();
});

const id = (descending: boolean): Order => ({ column: 'id', descending });
const orders: [string, Order[]][] = [
  ['id', [id(false)]],
  ['-id', [id(true)]],
  ['resource_type,id', [{ column: 'resource_type', descending: false }, id(false)]],
  ['-resource_id,id', [{ column: 'resource_id', descending: true }, id(false)]],
];
const is = (key: string, value: unknown = true) => ({ key, value }) as MetaCondition;
const newest: MetaCondition = { key: 'seen_at', operator: '>=', value: 1_700_000_000_000 + size * 850 };
const questions: [string, Omit<MetaQuestion, 'shop_id'>][] = [
  ['values that exclude each other', { conditions: [is('left', 1), is('right', 1)] }],
  ['values that seldom meet', { conditions: [is('colour', 'red'), is('sale')] }],
  ['keys that exclude each other', { conditions: [{ key: 'left' }, { key: 'right' }] }],
  ['a value and a range', { conditions: [is('left', 1), { key: 'price', operator: '<', value: 100 }] }],
  ['only the newest', { conditions: [newest] }],
  ['the newest and a key', { conditions: [newest, { key: 'note' }] }],
  [
    'all but a value, of one type',
    { conditions: [{ key: 'colour', operator: '!=', value: 'red' }], resource_type: 'codes' },
  ],
  ['a small set and a large one', { conditions: [is('campaign', 'spring'), is('colour', 'red')] }],
];

/** Returns the pages from one end to the other. Each page starts where the previous page ended. */
async function pagesOf(question: MetaQuestion, order: Order[], side: 'after' | 'before') {
  const pages: { rows: DocumentRow[]; end?: string[] }[] = [];
  let cursor: string[] | undefined = [];
  while (cursor) {
    const place = { order, limit: 26, bound: low, [side]: cursor };
    const { rows } = await asShop(client, shop, searchStatement({ ...question, ...place }));
    const page = untilEnd(rows as DocumentRow[], order);
    pages.push({ ...page, rows: page.rows.slice(0, 25) });
    const more = page.rows.length > 25;
    cursor = more ? order.map(({ column }) => String(page.rows[24]![column])) : page.end;
    if (pages.length > size) throw new Error('the pages never end');
  }
  return pages;
}

describe.each(orders)('partial pages of search results sorted by %s', (_, order) => {
  it.each(questions)('return every match exactly once, forwards and backwards: %s', async (_, asked) => {
    const question = { shop_id: shop, ...asked };
    const expected = naivePage(objects, question, { order, limit: size });
    for (const side of ['after', 'before'] as const) {
      const found = (await pagesOf(question, order, side)).flatMap(({ rows }) =>
        rows.map((row) => row['id']),
      );
      expect(side === 'after' ? found : found.reverse()).toEqual(expected);
    }
  });
});

const ending = async (name: string, order: Order[]) => {
  const [, question] = questions.find(([each]) => each === name)!;
  const pages = await pagesOf({ shop_id: shop, ...question }, order, 'after');
  return pages.filter(({ end, rows }) => end && rows.length < 25).length;
};

it.each([
  ['values that exclude each other', orders[0]![1]],
  ['keys that exclude each other', orders[1]![1]],
  ['only the newest', orders[2]![1]],
  ['only the newest', orders[0]![1]],
])('a search that reads many rows but finds few matches ends early: %s', async (name, order) => {
  expect(await ending(name, order)).toBeGreaterThan(0);
});

it('a search with few possible matches returns a full page', async () => {
  for (const [, order] of orders) expect(await ending('a small set and a large one', order)).toBe(0);
});
