import { shopTables } from './cluster';
import { type ScratchDatabase, scratchDatabase } from './testing/scratch-database';

describe('the tables that a cluster distributes', () => {
  let database: ScratchDatabase;
  beforeAll(async () => {
    database = await scratchDatabase();
    await database.migrate();
    // What Citus keeps there: as on a cluster on which nothing is distributed yet.
    await database.client.query(
      'CREATE TABLE public.pg_dist_partition (logicalrelid oid, partmethod "char")',
    );
  });
  afterAll(() => database.drop());

  it('those of a shop by shop, and what they refer to first', async () => {
    const tables = await shopTables(database.client);
    const names = tables.map(({ name }) => name);
    expect(tables.find(({ name }) => name === 'orders')).toEqual({
      ...{ name: 'orders', kind: 'distributed', done: false },
    });
    expect(names.indexOf('products')).toBeLessThan(names.indexOf('variants'));
  });

  it('are those of the platform: what somebody made by hand is left as it is', async () => {
    const before = await shopTables(database.client);
    await database.client.query('CREATE TABLE shop.notes_of_mine (shop_id uuid, note text)');
    expect(await shopTables(database.client)).toEqual(before);
  });
});
