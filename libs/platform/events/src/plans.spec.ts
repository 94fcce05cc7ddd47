import { randomUUID } from 'node:crypto';
import { type Context, sessionSettings, setLocal, settingsOf, type Statement } from '@storewright/database';
import { planNodes, planPages, PreparedPlans, testDatabase, type TestDatabase } from '@storewright/testing';
import { eventTypes } from './visibility';
import { eventStatement, rangeStatement, type SequenceRange } from './event-log';
import type { Write } from './outbox';
import { boundTerms, type TermChange, termParts } from './term-writes';

/*
 * The cost of reading the log does not grow with it. Each shape reads a few index pages with the service's
 * role, row-level security and the plan of a prepared statement.
 */
const size = 60_000;
const [shop, other] = [randomUUID(), randomUUID()];
const [mine, busy] = [randomUUID(), randomUUID()];

let database: TestDatabase;
let plans: PreparedPlans;
beforeAll(async () => {
  database = await testDatabase();
  const fill = `INSERT INTO shop.events (shop_id, id, sequence, type, resource_type, resource_id, resource,
                 changed, occurred_at)
    SELECT $1, gen_random_uuid(), n, type, split_part(type, '.', 1), CASE WHEN type LIKE 'installations.%' THEN
        CASE WHEN n % 6000 = 0 THEN $2 ELSE gen_random_uuid()::text END
      WHEN n % 3 = 0 THEN $3 ELSE (n / 50)::text END, repeat('x', 400), '{}', now()
    FROM generate_series(1, $4::int) n,
      LATERAL (SELECT CASE WHEN n = $4 - 1 THEN 'meta.deleted' WHEN n % 1000 = 0 THEN 'installations.created'
      WHEN n % 997 = 0 THEN 'shops.updated' WHEN n % 10 = 0 THEN 'meta.created' ELSE 'meta.updated' END AS type) t`;
  for (const id of [shop, other]) await database.query(fill, [id, mine, busy, size]);
  // A full sample keeps statistics and plans the same in every run.
  await database.query('ALTER TABLE shop.events ALTER type SET STATISTICS 1000');
  await database.query('VACUUM ANALYZE shop.events');
  plans = await PreparedPlans.connect(database.url('shop'), sessionSettings);
});
afterAll(async () => {
  await plans.close();
  await database.drop();
});

const explained = (context: Context, statement: Statement) =>
  plans.explain(setLocal(settingsOf(context)), statement);

const app = { scopes: new Set(['meta.get', 'shops.get']), installation_id: mine };
const powerless = { scopes: new Set<string>(), installation_id: mine };
const shapes: [string, Omit<SequenceRange, 'shop_id'>, number][] = [
  ['all events, from the start of the log', { visibility: {} }, 26],
  ['all events, from the middle of the log', { visibility: {}, above: size / 2 }, 26],
  ['the newest events', { visibility: {}, descending: true }, 26],
  ['a previous page', { visibility: {}, descending: true, below: size / 2, above: 5 }, 26],
  ['events that an app can receive', { visibility: app }, 26],
  ['events that an app can receive, near the end of the log', { visibility: app, above: size - 10 }, 10],
  ['events that an app without scopes can receive', { visibility: powerless }, 10],
  ['events of one rare type', { visibility: {}, types: ['meta.deleted'] }, 1],
  ['events of two types', { visibility: app, types: ['meta.deleted', 'shops.updated'] }, 26],
  [
    'events of the app’s installation',
    { visibility: app, types: eventTypes.filter((type) => type.startsWith('installations.')) },
    10,
  ],
  ['events of one object', { visibility: {}, resource_id: '3' }, 26],
  ['events of an object with a third of all events', { visibility: app, resource_id: busy, above: 100 }, 26],
  ['events of an unknown object', { visibility: app, resource_id: 'none' }, 0],
];

it.each(shapes)(
  'rangeStatement (%s) reads only a few index pages, without a table scan or a sort',
  async (_, range, rows) => {
    const plan = await explained({ shop_id: shop }, rangeStatement({ ...range, shop_id: shop }, 26));
    const types = planNodes(plan).map((node) => node['Node Type']);
    expect(types).not.toContain('Seq Scan');
    expect(types).not.toContain('Sort');
    expect(types).not.toContain('Bitmap Heap Scan');
    expect(plan['Actual Rows']).toBe(rows);
    expect(planPages(plan)).toBeLessThan(150);
  },
);

it('the query for one event uses the primary key', async () => {
  const plan = await explained({ shop_id: shop }, eventStatement(shop, app, randomUUID()));
  expect(planNodes(plan).map((node) => node['Node Type'])).not.toContain('Seq Scan');
  expect(planPages(plan)).toBeLessThan(20);
});

describe('termParts', () => {
  const first = randomUUID();
  beforeAll(async () => {
    await database.query(
      `INSERT INTO shop.search_terms (shop_id, resource_type, resource_id, field, term)
        SELECT uuidv7(), 'products', uuidv7(), 'title', 'a' || n FROM generate_series(1, 20000) n`,
    );
    await database.query(
      `INSERT INTO shop.search_terms (shop_id, resource_type, resource_id, field, term)
        SELECT $1, 'products', CASE n WHEN 1 THEN $2 ELSE uuidv7() END, 'title', word
        FROM generate_series(1, 20000) n, LATERAL (VALUES ('product'), (n::text)) AS words (word)`,
      [shop, first],
    );
    await database.query('ANALYZE shop.search_terms');
  });

  const resource = { type: 'products', search: { words: ['title'] }, filterable: { tags: 'tags' } };
  const entries = [{ field: 'title', term: 'product' }];
  it.each<[string, TermChange | undefined]>([
    ['with a new title', { entries, fields: ['title'] }],
    ['with a new title and new tags', { entries, fields: ['title', 'tags'] }],
    ['that is deleted', undefined],
  ])(
    'reads only the search terms of the written row, not of the whole shop, for a row %s',
    async (_, terms) => {
      const write = { resource, change: terms ? 'updated' : 'deleted', terms } as unknown as Write;
      const parts = ['written AS MATERIALIZED (SELECT $2::uuid AS id)', ...termParts(write, 3)];
      const text = `WITH ${parts.join()} SELECT * FROM written`;
      const plan = await explained({ shop_id: shop }, { text, values: [shop, first, ...boundTerms(terms)] });
      // The root node does not count the writes of common tables.
      expect(Math.max(...planNodes(plan).map(planPages))).toBeLessThan(40);
    },
  );
});
