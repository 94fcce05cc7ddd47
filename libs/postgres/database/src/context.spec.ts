import { randomUUID } from 'node:crypto';
import { aShop, type TestDatabase, testDatabase, type TestShop } from '@storewright/testing';
import fc from 'fast-check';
import { DataSource } from 'typeorm';
import { type Context, settingsOf } from './context';
import { Database } from './database';
import { type DatabaseOptions, dataSourceOptions } from './database-options';
import { setConfig, setLocal } from '@storewright/postgres-driver';

const id = '0190d6a0-0000-7000-8000-000000000001';
const digest = 'ab'.repeat(32);

describe('settingsOf', () => {
  it('returns settings that end with the transaction, as parameters or as SET LOCAL statements', () => {
    const settings = settingsOf({ shop_id: id, owner_id: id, credential: digest });
    expect(setConfig(settings)).toMatchObject({
      text:
        'SELECT WHERE num_nonnulls(set_config($1, $2, true),set_config($3, $4, true),set_config($5, $6, ' +
        'true)) = 0',
      values: ['app.shop_id', id, 'app.owner_id', id, 'app.credential', digest],
    });
    expect(setLocal(settings)).toBe(
      `SET LOCAL app.shop_id = '${id}';SET LOCAL app.owner_id = '${id}';SET LOCAL app.credential = '${digest}';`,
    );
    expect(setLocal(settingsOf({ app_id: id }))).toBe(`SET LOCAL app.app_id = '${id}';`);
    expect(settingsOf({})).toEqual([]);
  });

  const names = ['shop_id', 'owner_id', 'credential', 'app_id'] as const;
  const injections = [
    '',
    `${id}'; DROP TABLE shop.meta; --`,
    `${id}\n`,
    `\n${id}`,
    `${id}${id}`,
    `'${id}'`,
    `{${id}}`,
    id.replaceAll('-', ''),
    `${digest}'`,
    `${digest}\n`,
    digest.slice(1),
    '\u0660'.repeat(64),
    '*',
    'DEFAULT',
  ];

  it.each(names)('throws if %s contains a character other than hex digits and dashes', (name) => {
    for (const value of injections) expect(() => settingsOf({ [name]: value })).toThrow(`invalid ${name}`);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(() => settingsOf({ [name]: value })).toThrow(`invalid ${name}`);
      }),
    );
  });

  it.each(names)('throws if %s is not a string, even if its toString() returns a valid value', (name) => {
    const deceitful = { toString: () => id };
    for (const value of [null, 7, [id], deceitful])
      expect(() => settingsOf({ [name]: value } as unknown as Context)).toThrow(`invalid ${name}`);
  });
});

/**
 * The pool has one shared and one exclusive connection, so a setting that a context leaves behind reaches the
 * next statement.
 */
describe('Database with a context', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let door: Database;
  let shop: TestShop;
  const other = randomUUID();

  beforeAll(async () => {
    database = await testDatabase();
    const options: DatabaseOptions = {
      url: database.url('shop'),
      applicationName: 'spec',
      poolSize: 1,
      pipelined: 1,
    };
    dataSource = await new DataSource(dataSourceOptions(options)).initialize();
    door = new Database(dataSource, options);
    shop = await aShop(database);
    for (const shop_id of [shop.id, other]) {
      await database.query(
        `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at, updated_at)
         VALUES ($1, $2, 'orders', 'one', '{}', now(), now())`,
        [shop_id, randomUUID()],
      );
    }
  });
  afterAll(async () => {
    await door.close();
    await dataSource.destroy();
    await database.drop();
  });

  // These statements have no condition on the shop, so only row-level security separates the shops.
  const seen = { name: 'seen', text: 'SELECT shop_id FROM shop.meta', values: [] };
  const settings = {
    text: `SELECT nullif(current_setting('app.shop_id', true), '') AS shop_id,
            nullif(current_setting('app.credential', true), '') AS credential`,
  };
  const nothing = [{ shop_id: null, credential: null }];

  it('returns only the rows of the shop in the context', async () => {
    expect(await door.query({ shop_id: shop.id }, seen)).toEqual([{ shop_id: shop.id }]);
    expect(await door.query({ shop_id: other }, seen)).toEqual([{ shop_id: other }]);
    expect(await door.query({ shop_id: randomUUID() }, seen)).toEqual([]);
  });

  it('removes the context from a shared connection after each statement', async () => {
    await door.query({ shop_id: shop.id, credential: digest }, seen);
    expect(await door.query({}, settings)).toEqual(nothing);
    expect(await door.query({}, seen)).toEqual([]);
  });

  it('removes the context from a shared connection after a failed statement', async () => {
    await expect(door.query({ shop_id: shop.id }, { text: 'SELECT 1 / 0' })).rejects.toThrow(
      'division by zero',
    );
    expect(await door.query({}, settings)).toEqual(nothing);
    expect(await door.query({}, seen)).toEqual([]);
  });

  it('removes the context from a pooled connection after a commit and after a rollback', async () => {
    await door.transaction({ shop_id: shop.id }, async (transaction) => {
      expect(await transaction.query(seen)).toEqual([{ shop_id: shop.id }]);
    });
    const failed = door.transaction({ shop_id: shop.id }, () => Promise.reject(new Error('given up')));
    await expect(failed).rejects.toThrow('given up');
    await door.transaction({}, async (transaction) => {
      expect(await transaction.query(settings)).toEqual(nothing);
      expect(await transaction.query(seen)).toEqual([]);
    });
  });

  it('applies a context that a transaction enters after its first statement', async () => {
    await door.transaction({ credential: digest }, async (transaction) => {
      expect(await transaction.query(seen)).toEqual([]);
      transaction.enter({ shop_id: shop.id });
      expect(await transaction.query(seen)).toEqual([{ shop_id: shop.id }]);
      expect(await transaction.query(settings)).toEqual([{ shop_id: shop.id, credential: digest }]);
    });
  });

  it("changes and deletes only rows of the context's shop, and rejects rows of a different shop", async () => {
    const changed = { text: `UPDATE shop.meta SET resource_type = 'x' RETURNING shop_id` };
    expect(await door.query({ shop_id: shop.id }, changed)).toEqual([{ shop_id: shop.id }]);
    expect(await door.query({}, changed)).toEqual([]);
    const moved = door.query(
      { shop_id: shop.id },
      { text: 'UPDATE shop.meta SET shop_id = $1', values: [other] },
    );
    // Citus rejects every change of a row's shop before row-level security does.
    const refusal = process.env['SHOP_DATABASE_KIND'] === 'citus' ? '0A000' : '42501';
    await expect(moved).rejects.toMatchObject({ code: refusal });
    const added = door.query(
      { shop_id: shop.id },
      {
        text: `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at, updated_at)
               VALUES ($1, $1, 'x', 'x', '{}', now(), now())`,
        values: [other],
      },
    );
    await expect(added).rejects.toMatchObject({ code: '42501' });
    expect(await door.query({}, { text: 'DELETE FROM shop.meta RETURNING shop_id' })).toEqual([]);
    expect(await database.query(`SELECT shop_id FROM shop.meta WHERE resource_type = 'orders'`)).toEqual([
      { shop_id: other },
    ]);
  });

  it('rejects an invalid context before it uses a connection', async () => {
    await expect(door.query({ shop_id: `${shop.id}' OR true` }, seen)).rejects.toThrow('invalid shop_id');
    await expect(door.transaction({ shop_id: "'" }, () => Promise.resolve())).rejects.toThrow(
      'invalid shop_id',
    );
    expect(await door.query({ shop_id: shop.id }, seen)).toHaveLength(1);
  });
});
