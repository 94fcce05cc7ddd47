import { aMeta, anApi, aTenant, type Tenant, type TestApi } from '@storewright/api-testing';
import { type RowsOfShop, type Shop, ShopRows } from '@storewright/tenancy';
import type { TestShop } from '@storewright/testing';
import { metaLimits } from './meta-data';
import { MetaModule } from './meta.module';

/*
 * docs/contract.md §8.2: no request of shop A can read or change a row of shop B, even without the
 * application's own filter. testConformance covers each table in its library. This spec covers other SQL with
 * rows of meta objects. Every statement has no condition on shop_id and is sent like a statement of the
 * application, with the application's role.
 */
let api: TestApi;
let a: Tenant;
let b: Tenant;
let rowsOfA: RowsOfShop;

beforeAll(async () => {
  api = await anApi([MetaModule.forRoot(metaLimits)]);
  [a, b] = [await aTenant(api), await aTenant(api)];
  rowsOfA = rowsOf(a.shop);
  for (const { http, shop } of [a, b]) await aMeta(http, { data: { secret: shop.id, number: 1 } });
});
afterAll(() => api.close());

function rowsOf({ id, domain }: TestShop): RowsOfShop {
  const shop: Shop = { id, domain, status: 'active', time_zone: 'UTC', currency_code: 'EUR' };
  return api.application.get(ShopRows).of(shop);
}

/** Returns all rows as text, with the role of the administrator. */
async function everything({ id }: TestShop): Promise<string[]> {
  const rows = await api.database.query<{ row: string }>(
    'SELECT t::text AS row FROM shop.meta t WHERE shop_id = $1 ORDER BY 1',
    [id],
  );
  return rows.map(({ row }) => row);
}

/** Two contexts of a statement: alone, and in a transaction. */
const ways: [string, (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>][] = [
  ['alone', (text, values = []) => rowsOfA.query({ text, values })],
  [
    'in a transaction',
    (text, values = []) => rowsOfA.transaction((within) => within.query({ text, values })),
  ],
];

describe('row of another shop', () => {
  it('is inaccessible after attempts to change the role or the session authorization', async () => {
    for (const text of [
      `SET ROLE storewright_owner`,
      `SET SESSION AUTHORIZATION storewright_owner`,
      `ALTER TABLE shop.meta DISABLE ROW LEVEL SECURITY`,
      `DROP POLICY of_shop ON shop.meta`,
      `TRUNCATE shop.meta`,
      `CREATE TABLE shop.copy AS SELECT * FROM shop.meta`,
      `CREATE FUNCTION shop.leak() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1'`,
      `COPY shop.meta TO PROGRAM 'cat'`,
    ]) {
      await expect(rowsOfA.transaction((within) => within.query({ text }))).rejects.toMatchObject({
        message: expect.stringMatching(/permission denied|must be owner|must be able to SET ROLE/),
      });
    }
    expect(await everything(b.shop)).not.toEqual([]);
  });

  describe.each(ways)('%s', (_, run) => {
    it('is invisible through joins, subqueries, unions and locks', async () => {
      for (const text of [
        `SELECT m.shop_id FROM shop.meta m JOIN shop.meta_entries e ON true`,
        `SELECT (SELECT min(shop_id::text) FROM shop.meta WHERE shop_id <> '${a.shop.id}') AS shop_id`,
        `WITH every AS MATERIALIZED (SELECT * FROM shop.meta) SELECT shop_id FROM every
          UNION ALL SELECT shop_id FROM shop.meta_entries`,
        `SELECT shop_id FROM shop.meta FOR UPDATE`,
        `SELECT shop_id FROM shop.meta TABLESAMPLE SYSTEM (100)`,
      ]) {
        const shops = new Set((await run(text)).map(({ shop_id }) => shop_id ?? a.shop.id));
        expect([text, [...shops]]).toEqual([text, [a.shop.id]]);
      }
    });

    it('is unchanged by a write of a row with the same id', async () => {
      const [theirs] = await api.database.query<{ id: string }>(
        'SELECT id FROM shop.meta WHERE shop_id = $1 LIMIT 1',
        [b.shop.id],
      );
      const before = await everything(b.shop);
      const [made] = await run(
        `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at, updated_at)
         VALUES ($1, $2, 'a', 'b', '{}', now(), now())
         ON CONFLICT (shop_id, id) DO UPDATE SET data = EXCLUDED.data RETURNING shop_id::text`,
        [a.shop.id, theirs!.id],
      );
      expect(made).toEqual({ shop_id: a.shop.id });
      expect(await everything(b.shop)).toEqual(before);
    });
  });
});

/** More reads than the pool has connections. With an odd number, each sequence reads as every tenant. */
const CONCURRENT_READS = 41;

describe('shop context of a transaction', () => {
  it('is never visible to a concurrent transaction of another shop', async () => {
    const tenants = [a, b, ...(await Promise.all(Array.from({ length: 6 }, () => aTenant(api))))];
    for (const { http, shop } of tenants.slice(2)) await aMeta(http, { data: { secret: shop.id } });
    const readAsTenant = async (at: number) => {
      const { shop, http } = tenants[at % tenants.length]!;
      const rows =
        at % 3 === 0
          ? await inTransaction(shop)
          : await rowsOf(shop).query({ text: 'SELECT shop_id::text FROM shop.meta' });
      expect(new Set(rows.map(({ shop_id }) => shop_id))).toEqual(new Set([shop.id]));
      if (at % 10 !== 0) return;
      const { body } = await http.get('/api/meta');
      for (const { attributes } of body.data) expect([undefined, shop.id]).toContain(attributes.data.secret);
    };
    // Limits the concurrent reads, because a transaction fails if it waits too long for a connection of the pool.
    const inSequence = async (first: number) => {
      for (let at = first; at < 400; at += CONCURRENT_READS) await readAsTenant(at);
    };
    await Promise.all(Array.from({ length: CONCURRENT_READS }, (__, first) => inSequence(first)));
  });

  const inTransaction = (shop: TestShop) =>
    rowsOf(shop).transaction((within) => within.query({ text: 'SELECT shop_id::text FROM shop.meta' }));

  it('ends with the transaction, even after an error, and without a shop context no row is visible', async () => {
    await expect(rowsOfA.query({ text: 'SELECT 1/0' })).rejects.toThrow();
    await expect(rowsOfA.transaction((within) => within.query({ text: 'SELECT 1/0' }))).rejects.toThrow();
    const nobody = rowsOf({ id: undefined as unknown as string, domain: 'nobody' });
    const text = 'SELECT 1 FROM shop.meta';
    expect(await nobody.query({ text })).toEqual([]);
    expect(await nobody.transaction((within) => within.query({ text }))).toEqual([]);
  });

  it.each([
    '',
    "x'; RESET app.shop_id; --",
    "2f1a9c5e-6f0b-4c9e-9f0e-0c1d2e3f4a5b' OR true --",
    '2F1A9C5E-6F0B-4C9E-9F0E-0C1D2E3F4A5B',
  ])('cannot be set with the invalid shop id %s', async (id) => {
    await expect(
      Promise.resolve().then(() => rowsOf({ id, domain: 'x' }).query({ text: 'SELECT 1' })),
    ).rejects.toThrow();
  });
});
