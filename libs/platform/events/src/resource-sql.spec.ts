import { describeResource, type DocumentRow } from '@storewright/json-api';
import { testDatabase, type TestDatabase } from '@storewright/testing';
import fc from 'fast-check';
import { Client } from 'pg';
import { rowFormat, sessionSettings } from '@storewright/postgres-driver';

/*
 * An event contains the resource object exactly as a GET returns it. Postgres creates the object of an event,
 * and this code creates the object of a document, from one declaration. Both must have the same bytes for
 * every type of column.
 */
const things = describeResource({
  type: "thing's 100%s",
  path: '/api/shops/:shop_id/things',
  attributes: {
    title: 'string',
    tags: 'string[]',
    data: 'json',
    count: 'number',
    big: 'number',
    on: 'boolean',
    at: 'timestamp',
  },
  relationships: {
    owner: { type: "o'wners", column: 'owner_id' },
    other: { type: 'owners', column: 'other_id' },
  },
  meta: { version: 'number' },
});

const table = `CREATE TEMP TABLE things (shop_id uuid, id uuid, title text, tags text[], data jsonb,
                count integer, big bigint, "on" boolean, at timestamptz,
  owner_id uuid, other_id uuid, version integer)`;
const insert = `INSERT INTO things SELECT '0190d6a0-0000-7000-8000-000000000001',
                 '0190d6a0-0000-7000-8000-000000000002', $1, $2, $3, $4, $5, $6, $7,
  '0190d6a0-0000-7000-8000-000000000003', $8, 1`;

describe('describeResource', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await testDatabase();
    client = new Client({
      connectionString: database.administratorUrl,
      types: rowFormat,
      options: sessionSettings,
    });
    await client.connect();
    await client.query(table);
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  async function bothWays(values: unknown[], origin = 'http://a.test'): Promise<[string, string]> {
    await client.query('TRUNCATE things');
    await client.query(insert, values);
    const { rows } = await client.query<DocumentRow & { by_sql: string }>(
      `SELECT *, ${things.sql('t', '$1::text')} AS by_sql FROM things t`,
      [origin],
    );
    return [rows[0]!.by_sql, things.render(rows[0]!, origin)];
  }

  it('sql() creates the same JSON bytes as render() for random rows', async () => {
    const text = fc
      .string({
        unit: fc.oneof(
          fc.constantFrom('"', '\\', '/', "'", '\u007f', '\u2028', '$1', '\n'),
          fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
        ),
      })
      .map((any) => any.replaceAll('\0', '').toWellFormed());
    const row = fc.tuple(
      fc.option(text),
      fc.option(fc.array(fc.option(text))),
      fc.option(
        fc
          .dictionary(
            text,
            fc.oneof(text, fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }), fc.boolean()),
          )
          .map((any) => JSON.stringify(any)),
      ),
      fc.option(fc.integer()),
      fc.option(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n)),
      fc.option(fc.boolean()),
      fc.option(
        fc
          .tuple(
            fc.date({ min: new Date('1700-01-01'), max: new Date('9000-01-01'), noInvalidDate: true }),
            fc.nat(999),
          )
          .map(([date, micros]) => date.toISOString().replace('Z', `${String(micros).padStart(3, '0')}Z`)),
      ),
      fc.option(fc.uuid()),
    );
    await fc.assert(
      fc.asyncProperty(row, async (values) => {
        const [bySql, byUs] = await bothWays(values);
        expect(bySql).toBe(byUs);
      }),
      { numRuns: 500 },
    );
  });

  it('sql() escapes every character as render() does', async () => {
    const all = Array.from({ length: 0xffff }, (_, code) => String.fromCharCode(code + 1))
      .join('')
      .toWellFormed();
    const [bySql, byUs] = await bothWays([all, null, null, null, null, null, null, null]);
    expect(bySql).toBe(byUs);
    expect((JSON.parse(bySql) as { attributes: { title: string } }).attributes.title).toBe(all);
  });

  it('sql() formats times in UTC, even if the session has another time zone', async () => {
    const values = [null, null, null, null, null, null, '2026-03-29T00:59:59.5Z', null];
    const [, byUs] = await bothWays(values);
    await client.query(`SET TimeZone = 'Asia/Kathmandu'`);
    const { rows } = await client.query<{ by_sql: string }>(
      `SELECT ${things.sql('t', '$1::text')} AS by_sql FROM things t`,
      ['http://a.test'],
    );
    await client.query('RESET TimeZone');
    expect(rows[0]!.by_sql).toBe(byUs);
  });

  it('sql() supports more attributes than a Postgres function accepts arguments', async () => {
    const names = Array.from({ length: 250 }, (_, at) => `a${at}`);
    const wide = describeResource({
      type: 'wide',
      path: '/api/wide',
      attributes: Object.fromEntries(names.map((name) => [name, 'string' as const])),
    });
    const columns = names.map((name) => `'100% of ' || '${name}' AS ${name}`).join(', ');
    const { rows } = await client.query<DocumentRow & { by_sql: string }>(
      `SELECT *, ${wide.sql('t', '$1::text')} AS by_sql FROM (SELECT gen_random_uuid() AS id, ${columns}) t`,
      ['http://a.test'],
    );
    expect(rows[0]!.by_sql).toBe(wide.render(rows[0]!, 'http://a.test'));
  });

  it('columns contains every column that sql() uses', () => {
    expect([...things.columns].sort()).toEqual(
      [
        'at',
        'big',
        'count',
        'data',
        'id',
        'on',
        'other_id',
        'owner_id',
        'shop_id',
        'tags',
        'title',
        'version',
      ].sort(),
    );
  });
});
