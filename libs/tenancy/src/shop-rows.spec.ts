import { randomUUID } from 'node:crypto';
import { dataSourceOptions, ShopDatabase } from '@storewright/database';
import { type TestDatabase, testDatabase } from '@storewright/testing';
import { DataSource } from 'typeorm';
import type { Shop } from './shop';
import { ShopRows } from './shop-rows';

const shop = (): Shop => ({ id: randomUUID(), domain: 'x', status: 'active' });
const [mine, yours] = [shop(), shop()];
// No condition on the shop, as if it had been forgotten (CONTRACT §8.2).
const all = { text: 'SELECT shop_id FROM shop.meta' };

describe('the rows of a shop', () => {
  let database: TestDatabase;
  let dataSource: DataSource;
  let door: ShopDatabase;
  let rows: ShopRows;

  beforeAll(async () => {
    database = await testDatabase();
    const options = { url: database.url('shop'), applicationName: 'spec' };
    dataSource = await new DataSource(dataSourceOptions(options)).initialize();
    door = new ShopDatabase(dataSource, options);
    rows = new ShopRows(door);
    for (const { id } of [mine, yours]) {
      const text = `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at, updated_at)
        VALUES ($1, $1, 't', 'i', '{}', now(), now())`;
      await rows.of({ ...mine, id }).query({ text, values: [id] });
    }
  });
  afterAll(async () => {
    await door.close();
    await dataSource.destroy();
    await database.drop();
  });

  it('are its own only, in single statements and in transactions', async () => {
    expect(await rows.of(mine).query(all)).toEqual([{ shop_id: mine.id }]);
    expect(await rows.of(yours).transaction((transaction) => transaction.query(all))).toEqual([
      { shop_id: yours.id },
    ]);
  });

  it('stay its own while another shop works at the same time', async () => {
    const asked = Array.from({ length: 200 }, async (_, at) => {
      const { id } = at % 2 ? mine : yours;
      const door = rows.of({ ...mine, id });
      const seen = at % 5 ? door.query(all) : door.transaction((transaction) => transaction.query(all));
      expect(await seen).toEqual([{ shop_id: id }]);
    });
    await Promise.all(asked);
  });

  it('cannot be reached with an id that is no UUID', async () => {
    await expect(rows.of({ ...mine, id: `${mine.id}' OR '1'='1` }).query(all)).rejects.toThrow(
      'not a shop_id',
    );
  });
});
