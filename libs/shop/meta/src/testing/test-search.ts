import { Client } from 'pg';
import { directUrl, testDatabase, type TestDatabase } from '@storewright/testing';
import type { MetaCondition } from '../search/condition';
import type { Order } from '../search/order';
import { type MetaPlace, type MetaQuestion, searchStatement, totalStatement } from '../search/statement';
import { matchesNaively, naivePage, type Stored } from './naive';
import { Random, randomCondition, randomData } from './random';
import { asShop, insertObjects } from './shop-data';

const shops = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as const;
const orders: Order[][] = [
  [{ column: 'id', descending: false }],
  [{ column: 'id', descending: true }],
  [
    { column: 'resource_type', descending: false },
    { column: 'id', descending: false },
  ],
  [
    { column: 'resource_id', descending: true },
    { column: 'id', descending: true },
  ],
  [
    { column: 'resource_type', descending: true },
    { column: 'resource_id', descending: false },
    { column: 'id', descending: false },
  ],
];

let database: TestDatabase;
let client: Client;
const stored = new Map<string, Stored[]>();

function randomObject(random: Random) {
  return {
    // Some ids have random positions in the order, because clients can choose ids.
    id: random.chance(0.05) ? random.uuidV4() : random.uuidV7(),
    resource_type: random.of(['orders', 'codes', 'Zürich']),
    resource_id: random.of(['1', '2', '3', 'ä', '10']),
    data: randomData(random),
  };
}

async function rowsOf(question: MetaQuestion & MetaPlace) {
  const { rows } = await asShop(client, question.shop_id, searchStatement(question));
  return rows as { id: string }[];
}

function randomQuestion(random: Random): MetaQuestion {
  const conditions = Array.from({ length: random.of([1, 1, 2, 2, 3, 4]) }, () => randomCondition(random));
  return {
    shop_id: random.of(shops),
    conditions,
    ...(random.chance(0.2) && { resource_type: random.of(['orders', 'codes', 'none']) }),
    ...(random.chance(0.2) && { resource_id: random.of(['1', '10', 'none']) }),
  };
}

async function walk(question: MetaQuestion, order: Order[], side: 'after' | 'before'): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string[] = [];
  for (;;) {
    const rows = (await rowsOf({ ...question, order, [side]: cursor, limit: 40 })) as Record<
      string,
      string
    >[];
    if (rows.length === 0) return ids;
    ids.push(...rows.map((row) => row['id']!));
    cursor = order.map(({ column }) => rows.at(-1)![column]!);
  }
}

/**
 * Compares the results of random metadata searches with a scan of all metadata objects. `npm test` runs few
 * searches, and the nightly test runs many.
 */
export function testSearch({ questions, totals }: { questions: number; totals: number }): void {
  beforeAll(async () => {
    database = await testDatabase();
    client = new Client({ connectionString: directUrl(database, 'shop') });
    await client.connect();
    const random = new Random(20_261_121);
    for (const shop of shops) {
      const objects = Array.from({ length: 1_500 }, () => randomObject(random));
      // Uses segments of a few dozen metadata objects, so that pages, cursors and intersections span many
      // segments.
      stored.set(shop, await insertObjects(database, shop, objects, { segmentSize: 60 }));
    }
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  it('search returns the same objects as a scan of every object, for random queries', () =>
    compareQueries(questions));
  it('the total of a search equals the count of a scan of every object', () => compareTotals(totals));
  it('search returns every match once over all next pages, and the same over all prev pages', () =>
    followPages());
  it('search finds no objects of another shop, even with a forged shop id', () => searchAnotherShop());
  it('search uses few prepared statements, because values are never part of the text', () =>
    countStatements());
}

async function compareQueries(questions: number): Promise<void> {
  const random = new Random(1);
  let matched = 0;
  for (let i = 0; i < questions; i += 1) {
    const question = randomQuestion(random);
    const order = random.of(orders);
    const objects = stored.get(question.shop_id)!;
    const cursor = random.chance(0.6)
      ? order.map(({ column }) => random.of(objects)[column as 'id'])
      : undefined;
    const place: MetaPlace = {
      order,
      limit: random.of([1, 5, 26, 101]),
      ...(cursor && (random.chance(0.5) ? { after: cursor } : { before: cursor })),
      ...(!cursor && random.chance(0.2) && { before: [] }),
      ...(!cursor && random.chance(0.2) && { offset: random.of([1, 30, 400]) }),
    };
    const expected = naivePage(objects, question, place);
    const rows = await rowsOf({ ...question, ...place });
    matched += rows.length;
    try {
      expect(rows.map(({ id }) => id)).toEqual(expected);
    } catch (error) {
      throw new Error(`${JSON.stringify({ question, place })}: ${(error as Error).message}`);
    }
  }
  expect(matched).toBeGreaterThan(2 * questions);
}

async function compareTotals(totals: number): Promise<void> {
  const random = new Random(2);
  for (let i = 0; i < totals; i += 1) {
    const question = randomQuestion(random);
    const { rows } = await asShop(client, question.shop_id, totalStatement(question));
    const expected = stored.get(question.shop_id)!.filter((each) => matchesNaively(each, question)).length;
    expect({ question, total: Number(rows[0]!['total']) }).toEqual({ question, total: expected });
  }
}

async function followPages(): Promise<void> {
  const conditions: MetaCondition[] = [{ key: 'n', operator: '>=', value: 0 }];
  for (const shop_id of shops) {
    for (const order of orders) {
      const expected = naivePage(stored.get(shop_id)!, { shop_id, conditions }, { order, limit: 5_000 });
      const there = await walk({ shop_id, conditions }, order, 'after');
      const back = await walk({ shop_id, conditions }, order, 'before');
      expect(there).toEqual(expected);
      expect(back.reverse()).toEqual(expected);
    }
  }
}

async function searchAnotherShop(): Promise<void> {
  const [mine, other] = shops;
  const conditions: MetaCondition[] = [{ key: 'n' }];
  const place: MetaPlace = { order: orders[0]!, limit: 100 };
  const foreign = searchStatement({ shop_id: other, conditions, ...place });
  expect((await asShop(client, mine, foreign)).rows).toEqual([]);
  const count = totalStatement({ shop_id: other, conditions });
  expect((await asShop(client, mine, count)).rows).toEqual([{ total: '0' }]);
}

function countStatements(): void {
  const random = new Random(3);
  const texts = new Set<string>();
  for (let i = 0; i < 2_000; i += 1) {
    const conditions = [randomCondition(random)];
    texts.add(searchStatement({ shop_id: shops[0], conditions, order: orders[0]!, limit: 26 }).text);
  }
  // The possible statements search a single value, no range, one range or two ranges. Some of the statements
  // also check the rows.
  expect(texts.size).toBeLessThanOrEqual(6);
}
