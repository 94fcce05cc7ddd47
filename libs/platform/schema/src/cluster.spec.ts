import { shopTables } from './cluster';
import { type ScratchDatabase, scratchDatabase } from './testing/scratch-database';

describe('shopTables', () => {
  let database: ScratchDatabase;
  beforeAll(async () => {
    database = await scratchDatabase();
    await database.migrate();
    // Table of Citus, as on a cluster without distributed tables.
    await database.client.query(
      'CREATE TABLE public.pg_dist_partition (logicalrelid oid, partmethod "char")',
    );
  });
  afterAll(() => database.drop());

  it('lists a table with a shop_id as distributed, and after the tables that it references', async () => {
    const tables = await shopTables(database.client);
    const names = tables.map(({ name }) => name);
    expect(tables.find(({ name }) => name === 'orders')).toEqual({
      ...{ name: 'orders', kind: 'distributed', done: false },
    });
    expect(names.indexOf('products')).toBeLessThan(names.indexOf('variants'));
  });

  it('omits tables that another role owns', async () => {
    const before = await shopTables(database.client);
    await database.client.query('CREATE TABLE shop.notes_of_mine (shop_id uuid, note text)');
    expect(await shopTables(database.client)).toEqual(before);
  });
});
