import { type TestDatabase, testDatabase } from '@storewright/testing';
import { DataSource } from 'typeorm';
import { Database } from './database';
import { dataSourceOptions } from './database-options';
import { isoMicroseconds } from '@storewright/postgres-driver';

const isCluster = process.env['SHOP_DATABASE_KIND'] === 'citus';

describe('rowFormat', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let door: Database;

  beforeAll(async () => {
    database = await testDatabase();
    // The server's default time zone must not affect the results.
    const name = new URL(database.administratorUrl).pathname.slice(1);
    await database.query(`ALTER ROLE storewright_shop IN DATABASE ${name} SET TimeZone = 'Asia/Kolkata'`);
    const mode = isCluster ? 'force_generic_plan' : 'force_custom_plan';
    await database.query(`ALTER ROLE storewright_shop IN DATABASE ${name} SET plan_cache_mode = '${mode}'`);
    const options = { url: database.url('shop'), applicationName: 'spec' };
    dataSource = await new DataSource(dataSourceOptions(options)).initialize();
    door = new Database(dataSource, options);
  });
  afterAll(async () => {
    await door.close();
    await dataSource.destroy();
    await database.drop();
  });

  /**
   * Reads an expression over each kind of connection: shared with and without a prepared statement, and in a
   * transaction.
   */
  async function read(expression: string): Promise<unknown> {
    const statement = { text: `SELECT ${expression} AS value` };
    const values = [
      await door.query({}, statement),
      await door.query({}, { ...statement, name: expression.slice(0, 60), values: [] }),
      await door.transaction({}, (transaction) => transaction.query(statement)),
    ].map(([row]) => row!['value']);
    expect(values[1]).toEqual(values[0]);
    expect(values[2]).toEqual(values[0]);
    return values[0];
  }

  it.each([
    ['2019-07-14 09:23:34+00', '2019-07-14T09:23:34.000000Z'],
    ['2019-07-14 09:23:34.1+00', '2019-07-14T09:23:34.100000Z'],
    ['2019-07-14 09:23:34.123456+00', '2019-07-14T09:23:34.123456Z'],
    ['2019-07-14 09:23:34.000001+00', '2019-07-14T09:23:34.000001Z'],
    ['2019-07-14 09:23:34.999999+00', '2019-07-14T09:23:34.999999Z'],
    ['2019-07-14 11:23:34+02', '2019-07-14T09:23:34.000000Z'],
    ['2019-07-14 23:59:59.9-05:30', '2019-07-15T05:29:59.900000Z'],
    ['1883-11-18 12:00:00 America/New_York', '1883-11-18T17:00:00.000000Z'],
    ['0001-01-01 00:00:00+00', '0001-01-01T00:00:00.000000Z'],
    ['9999-12-31 23:59:59.999999+00', '9999-12-31T23:59:59.999999Z'],
  ])('converts the timestamp %s to %s', async (sent, shown) => {
    expect(await read(`timestamptz '${sent}'`)).toBe(shown);
  });

  it('keeps the plan_cache_mode of the session if the server has a different default', async () => {
    const mode = isCluster ? 'auto' : 'force_generic_plan';
    expect(await read(`current_setting('plan_cache_mode')`)).toBe(mode);
  });

  it('isoMicroseconds() throws for infinity, BC years and offsets other than UTC', () => {
    for (const text of ['infinity', '-infinity', '0044-03-15 12:00:00+00 BC', '2019-07-14 11:23:34+02', ''])
      expect(() => isoMicroseconds(text)).toThrow('not a UTC timestamp');
  });

  it('rejects only the statement that returns an unsupported timestamp', async () => {
    const results = await Promise.allSettled([
      door.query({}, { text: `SELECT timestamptz 'infinity' AS value` }),
      door.query({}, { text: 'SELECT 1 AS value' }),
      door.query({}, { text: `SELECT timestamptz '-infinity' AS value`, name: 'infinite', values: [] }),
      door.query({}, { text: 'SELECT 2 AS value' }),
      door.query({}, { text: 'SELECT 3 AS value' }),
      door.query({}, { text: 'SELECT 4 AS value' }),
    ]);
    expect(results.map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'rejected',
      ...Array.from({ length: 3 }, () => 'fulfilled'),
    ]);
    expect(await read('5')).toBe(5);
  });

  it('returns jsonb as the text that Postgres prints, with exact numbers', async () => {
    expect(await read(`'{"b":1.50,"a":12345678901234567890,"__proto__":{}}'::jsonb`)).toBe(
      '{"a": 12345678901234567890, "b": 1.50, "__proto__": {}}',
    );
    expect(await read(`'"text"'::jsonb`)).toBe('"text"');
    expect(await read(`'null'::jsonb`)).toBe('null');
    expect(await read(`'{ "a":1 }'::json`)).toBe('{ "a":1 }');
  });

  it('returns 64-bit integers as text, so that no integer is rounded', async () => {
    expect(await read('9007199254740993::int8')).toBe('9007199254740993');
    expect(await read('7::int4')).toBe(7);
  });

  it('returns arrays, booleans, UUIDs and null as JavaScript values', async () => {
    expect(await read(`ARRAY['a', 'b,"c']`)).toEqual(['a', 'b,"c']);
    expect(await read('true')).toBe(true);
    expect(await read(`'0190D6A0-0000-7000-8000-000000000001'::uuid`)).toBe(
      '0190d6a0-0000-7000-8000-000000000001',
    );
    expect(await read('NULL::timestamptz')).toBeNull();
    expect(await read('NULL::jsonb')).toBeNull();
  });
});
