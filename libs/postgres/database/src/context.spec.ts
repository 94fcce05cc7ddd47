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

describe('the settings of a context', () => {
  it('end with the transaction, as a statement with parameters and as SQL', () => {
    const settings = settingsOf({ shop_id: id, owner_id: id, credential: digest });
    expect(setConfig(settings)).toMatchObject({
      text: 'SELECT WHERE num_nonnulls(set_config($1, $2, true),set_config($3, $4, true),set_config($5, $6, true)) = 0',
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

  it.each(names)('take nothing but hex digits and dashes for %s', (name) => {
    for (const value of injections) expect(() => settingsOf({ [name]: value })).toThrow(`invalid ${name}`);
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (value) => {
        expect(() => settingsOf({ [name]: value })).toThrow(`invalid ${name}`);
      }),
    );
  });

  it.each(names)('refuse a %s that is no string, without asking what it becomes as one', (name) => {
    const deceitful = { toString: () => id };
    for (const value of [null, 7, [id], deceitful])
      expect(() => settingsOf({ [name]: value } as unknown as Context)).toThrow(`invalid ${name}`);
  });
});

/** One shared and one pooled connection: whatever a context left behind, the next statement would meet. */
describe('a context', () => {
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

  // No statement here has a condition of its own: what keeps the shops apart is the database alone.
  const seen = { name: 'seen', text: 'SELECT shop_id FROM shop.meta', values: [] };
  const settings = {
    text: `SELECT nullif(current_setting('app.shop_id', true), '') AS shop_id, nullif(current_setting('app.credential', true), '') AS credential`,
  };
  const nothing = [{ shop_id: null, credential: null }];

  it('shows its shop the rows of this shop and no other', async () => {
    expect(await door.query({ shop_id: shop.id }, seen)).toEqual([{ shop_id: shop.id }]);
    expect(await door.query({ shop_id: other }, seen)).toEqual([{ shop_id: other }]);
    expect(await door.query({ shop_id: randomUUID() }, seen)).toEqual([]);
  });

  it('ends with its statement on a shared connection: the next one sees nothing', async () => {
    await door.query({ shop_id: shop.id, credential: digest }, seen);
    expect(await door.query({}, settings)).toEqual(nothing);
    expect(await door.query({}, seen)).toEqual([]);
  });

  it('ends with its statement also when that fails', async () => {
    await expect(door.query({ shop_id: shop.id }, { text: 'SELECT 1 / 0' })).rejects.toThrow(
      'division by zero',
    );
    expect(await door.query({}, settings)).toEqual(nothing);
    expect(await door.query({}, seen)).toEqual([]);
  });

  it('ends with its transaction on a pooled connection, committed or rolled back', async () => {
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

  it('can be entered later within a transaction', async () => {
    await door.transaction({ credential: digest }, async (transaction) => {
      expect(await transaction.query(seen)).toEqual([]);
      transaction.enter({ shop_id: shop.id });
      expect(await transaction.query(seen)).toEqual([{ shop_id: shop.id }]);
      expect(await transaction.query(settings)).toEqual([{ shop_id: shop.id, credential: digest }]);
    });
  });

  it("changes and deletes only its shop's rows, and adds none to another shop", async () => {
    const changed = { text: `UPDATE shop.meta SET resource_type = 'x' RETURNING shop_id` };
    expect(await door.query({ shop_id: shop.id }, changed)).toEqual([{ shop_id: shop.id }]);
    expect(await door.query({}, changed)).toEqual([]);
    const moved = door.query(
      { shop_id: shop.id },
      { text: 'UPDATE shop.meta SET shop_id = $1', values: [other] },
    );
    // Citus moves no row to another shop, whoever asks.
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

  it('that is not valid reaches no connection', async () => {
    await expect(door.query({ shop_id: `${shop.id}' OR true` }, seen)).rejects.toThrow('invalid shop_id');
    await expect(door.transaction({ shop_id: "'" }, () => Promise.resolve())).rejects.toThrow(
      'invalid shop_id',
    );
    expect(await door.query({ shop_id: shop.id }, seen)).toHaveLength(1);
  });
});
