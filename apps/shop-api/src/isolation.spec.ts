import { aMeta, aTenant, newMeta, type Tenant, type TestApi } from '@storewright/api-testing';
import { type RowsOfShop, type Shop, ShopRows } from '@storewright/tenancy';
import type { TestShop } from '@storewright/testing';
import { anObject, sampleOf, served } from './testing/samples';
import { startShopApi } from './testing/shop-api';

/*
 * Promise §8.2: no request of shop A reads or changes a row of shop B, even with the application's own filter removed. Every statement here is
 * written without a condition on shop_id and sent through the application's own door to rows, as its own role.
 */
let api: TestApi;
let a: Tenant;
let b: Tenant;
let rowsOfA: RowsOfShop;
/** Tables of the schema `shop` that hold rows of shops, from the catalog: a new one is tested without being named here. */
let tables: string[];

beforeAll(async () => {
  api = await startShopApi();
  [a, b] = [await aTenant(api), await aTenant(api)];
  rowsOfA = rowsOf(a.shop);
  const found = await api.database.query<{ name: string }>(
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute s ON s.attrelid = c.oid AND s.attname = 'shop_id'
     WHERE c.relnamespace = 'shop'::regnamespace AND c.relkind IN ('r', 'p') ORDER BY 1`,
  );
  tables = found.map(({ name }) => name);
  for (const { http, shop } of [a, b]) {
    for (const { type } of served) await anObject(http, type);
    await aMeta(http, { data: { secret: shop.id, number: 1 } });
    await http.post('/api/meta', newMeta(), { headers: { 'idempotency-key': 'the same in both' } });
    await api.database.query(
      'INSERT INTO shop.meta_segments (shop_id, segment, from_id) VALUES ($1, 2, $2)',
      [shop.id, 'ffffffff-ffff-7fff-bfff-ffffffffffff'],
    );
    for (const text of [
      'INSERT INTO shop.webhook_streams (shop_id, installation_id, app_id, last_sequence) VALUES ($1, $1, $1, 0)',
      `INSERT INTO shop.webhook_deliveries (shop_id, id, installation_id, kind, event_id, event_type, sequence, status, attempts, created_at, updated_at)
       VALUES ($1, $1, $1, 'event', $1, 'meta.created', 1, 'delivered', 1, now(), now())`,
      `INSERT INTO shop.webhook_attempts (shop_id, delivery_id, attempt, url, request_headers, duration_ms, answer, attempted_at)
       VALUES ($1, $1, 1, 'https://example.test', '{}', 1, '', now())`,
    ])
      await api.database.query(text, [shop.id]);
    // Gives the events their numbers, and the shop its stream.
    await http.get('/api/events');
  }
});
afterAll(() => api.close());

function rowsOf({ id, domain }: TestShop): RowsOfShop {
  const shop: Shop = { id, domain, status: 'active' };
  return api.application.get(ShopRows).of(shop);
}

/** All rows of a table as the server's administrator sees them, as text. */
async function everything(table: string, { id }: TestShop): Promise<string[]> {
  const rows = await api.database.query<{ row: string }>(
    `SELECT t::text AS row FROM shop.${table} t WHERE shop_id = $1 ORDER BY 1`,
    [id],
  );
  return rows.map(({ row }) => row);
}

/** Both ways of the door: a statement alone, and one in a transaction. */
const doors: [string, (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>][] = [
  ['alone', (text, values = []) => rowsOfA.query({ text, values })],
  [
    'in a transaction',
    (text, values = []) => rowsOfA.transaction((within) => within.query({ text, values })),
  ],
];

/** Some tables the service may not even change for its own shop. */
const denied = /^permission denied for table /;
const refused = expect.stringMatching(/row-level security|^permission denied for table /) as string;

/** The rows, or none where the role may not do this to anybody. */
function orDenied(rows: Promise<Record<string, unknown>[]>): Promise<Record<string, unknown>[]> {
  return rows.catch((error: Error) => {
    if (!denied.test(error.message)) throw error;
    return [];
  });
}

describe('the rows of another shop', () => {
  it('are there, in every table', async () => {
    expect(tables).toEqual(
      expect.arrayContaining(['idempotency_keys', 'meta', 'meta_entries', 'meta_segments']),
    );
    for (const table of tables)
      expect([table, (await everything(table, b.shop)).length > 0]).toEqual([table, true]);
  });

  it('cannot be reached by becoming somebody else', async () => {
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
    expect(await everything('meta', b.shop)).not.toEqual([]);
  });

  describe.each(doors)('%s', (_, run) => {
    it('cannot be seen', async () => {
      for (const table of tables) {
        const own = await everything(table, a.shop);
        const seen = await run(`SELECT t::text AS row FROM shop.${table} t ORDER BY 1`);
        expect([table, seen.map(({ row }) => row)]).toEqual([table, own]);
        const [count] = await run(`SELECT count(*)::integer AS rows FROM shop.${table}`);
        expect([table, count]).toEqual([table, { rows: own.length }]);
        expect(await run(`SELECT 1 FROM shop.${table} WHERE shop_id = '${b.shop.id}'`)).toEqual([]);
      }
    });

    it('cannot be seen through joins, sub-queries, unions and locks', async () => {
      for (const text of [
        `SELECT m.shop_id FROM shop.meta m JOIN shop.meta_entries e ON true`,
        `SELECT (SELECT min(shop_id::text) FROM shop.meta WHERE shop_id <> '${a.shop.id}') AS shop_id`,
        `WITH every AS MATERIALIZED (SELECT * FROM shop.meta) SELECT shop_id FROM every UNION ALL SELECT shop_id FROM shop.meta_entries`,
        `SELECT shop_id FROM shop.meta FOR UPDATE`,
        `SELECT shop_id FROM shop.meta TABLESAMPLE SYSTEM (100)`,
      ]) {
        const shops = new Set((await run(text)).map(({ shop_id }) => shop_id ?? a.shop.id));
        expect([text, [...shops]]).toEqual([text, [a.shop.id]]);
      }
    });

    it('cannot be changed or deleted', async () => {
      for (const table of tables) {
        const before = await everything(table, b.shop);
        for (const text of [
          `UPDATE shop.${table} SET shop_id = shop_id WHERE shop_id <> '${a.shop.id}' RETURNING 1`,
          `DELETE FROM shop.${table} WHERE shop_id <> '${a.shop.id}' RETURNING 1`,
        ])
          expect([table, await orDenied(run(text))]).toEqual([table, []]);
        await orDenied(run(`UPDATE shop.${table} SET shop_id = shop_id`));
        expect(await everything(table, b.shop)).toEqual(before);
      }
    });

    it('cannot be added to', async () => {
      for (const table of tables) {
        const before = await everything(table, b.shop);
        const copied = (await copyColumns(table)).join();
        const values = (await copyColumns(table))
          .map((column) => (column === 'shop_id' ? `'${b.shop.id}'::uuid` : column))
          .join();
        // Its own rows, made over to the other shop; with new ids where a row has one.
        await expect(
          run(`INSERT INTO shop.${table} (${copied}) SELECT ${values} FROM shop.${table} LIMIT 1`),
        ).rejects.toMatchObject({ message: refused });
        await expect(run(`UPDATE shop.${table} SET shop_id = '${b.shop.id}'`)).rejects.toMatchObject({
          message: refused,
        });
        expect(await everything(table, b.shop)).toEqual(before);
      }
    });

    it('stay where an own row is written under an id that the other shop has', async () => {
      const [theirs] = await api.database.query<{ id: string }>(
        'SELECT id FROM shop.meta WHERE shop_id = $1 LIMIT 1',
        [b.shop.id],
      );
      const before = await everything('meta', b.shop);
      const [made] = await run(
        `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at, updated_at)
         VALUES ($1, $2, 'a', 'b', '{}', now(), now())
         ON CONFLICT (shop_id, id) DO UPDATE SET data = EXCLUDED.data RETURNING shop_id::text`,
        [a.shop.id, theirs!.id],
      );
      expect(made).toEqual({ shop_id: a.shop.id });
      expect(await everything('meta', b.shop)).toEqual(before);
    });
  });
});

describe('an id that another shop has', () => {
  it.each(served.map(({ type }) => type))(
    'makes an own object of %s, and theirs stays as it is',
    async (type) => {
      const theirs = await anObject(b.http, type);
      const { data } = (await sampleOf(type).document(a.http)) as { data: object };
      const before = await everything(type, b.shop);
      const made = await a.http.post(`/api/${type}`, { data: { ...data, id: theirs.id } });
      expect([made.status, made.body.data.id]).toEqual([201, theirs.id]);
      expect(await everything(type, b.shop)).toEqual(before);
      expect((await b.http.get(theirs.path)).body.data).toEqual(theirs.response.body.data);
    },
  );
});

describe('a function that tells what it sees', () => {
  /** It costs nothing, so the planner would ask it first if the policy let it. */
  const tellTale = () => `CREATE FUNCTION pg_temp.tell(uuid) RETURNS boolean LANGUAGE plpgsql COST 0.0001 AS
    $$ BEGIN IF $1 <> '${a.shop.id}' THEN RAISE 'seen: %', $1; END IF; RETURN true; END $$`;
  const ask = (table: string) => `SELECT 1 FROM shop.${table} WHERE pg_temp.tell(shop_id)`;

  it('sees no row of another shop', async () => {
    for (const table of tables) {
      const rows = rowsOfA.transaction(async (within) => {
        await within.query({ text: tellTale() });
        const told = await within.query({ text: ask(table) });
        await within.query({ text: 'DROP FUNCTION pg_temp.tell(uuid)' });
        return told;
      });
      expect([table, (await rows).length]).toEqual([table, (await everything(table, a.shop)).length]);
    }
  });

  it('would tell where no policy stands before it', async () => {
    await api.database.query(tellTale());
    for (const table of tables) await expect(api.database.query(ask(table))).rejects.toThrow('seen: ');
  });
});

/** The columns of a table, in their order. */
async function copyColumns(table: string): Promise<string[]> {
  const columns = await api.database.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = ('shop.' || $1)::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
    [table],
  );
  return columns.map(({ name }) => name);
}

describe('the context of a shop', () => {
  it('is never that of another shop, however many ask at once', async () => {
    const tenants = [a, b, ...(await Promise.all(Array.from({ length: 6 }, () => aTenant(api))))];
    for (const { http, shop } of tenants.slice(2)) await aMeta(http, { data: { secret: shop.id } });
    await Promise.all(
      Array.from({ length: 400 }, async (__, at) => {
        const { shop, http } = tenants[at % tenants.length]!;
        const rows =
          at % 3 === 0
            ? await inTransaction(shop)
            : await rowsOf(shop).query({ text: 'SELECT shop_id::text FROM shop.meta' });
        expect(new Set(rows.map(({ shop_id }) => shop_id))).toEqual(new Set([shop.id]));
        if (at % 10 !== 0) return;
        const { body } = await http.get('/api/meta');
        for (const { attributes } of body.data)
          expect([undefined, shop.id]).toContain(attributes.data.secret);
      }),
    );
  });

  const inTransaction = (shop: TestShop) =>
    rowsOf(shop).transaction((within) => within.query({ text: 'SELECT shop_id::text FROM shop.meta' }));

  it('ends with its transaction, also with one that failed: without a context there is nothing', async () => {
    await expect(rowsOfA.query({ text: 'SELECT 1/0' })).rejects.toThrow();
    await expect(rowsOfA.transaction((within) => within.query({ text: 'SELECT 1/0' }))).rejects.toThrow();
    const nobody = rowsOf({ id: undefined as unknown as string, domain: 'nobody' });
    for (const table of tables) {
      expect(await nobody.query({ text: `SELECT 1 FROM shop.${table}` })).toEqual([]);
      expect(
        await nobody.transaction((within) => within.query({ text: `SELECT 1 FROM shop.${table}` })),
      ).toEqual([]);
    }
  });

  it.each([
    '',
    "x'; RESET app.shop_id; --",
    "2f1a9c5e-6f0b-4c9e-9f0e-0c1d2e3f4a5b' OR true --",
    '2F1A9C5E-6F0B-4C9E-9F0E-0C1D2E3F4A5B',
  ])('cannot be made of %s', async (id) => {
    await expect(
      Promise.resolve().then(() => rowsOf({ id, domain: 'x' }).query({ text: 'SELECT 1' })),
    ).rejects.toThrow();
  });
});
