import { loadedEntities, tableKindOf, tableOf } from '@storewright/entities';
import { schemaDrift, testDatabase, type TestDatabase } from '@storewright/testing';
import '@storewright/webhooks';
import './app.module';

/** All that the service loads, which is every resource of the shop and what the platform keeps beside them. */
const entities = loadedEntities().filter((each) => tableOf(each).startsWith('shop.'));

describe('the entities of the shop’s data', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('are what the migrations make, table by table and column by column', async () => {
    expect(await schemaDrift(database.administratorUrl, 'shop', entities)).toEqual([]);
  });

  it('are all of a kind that a cluster distributes by shop, or has on every node; nothing is left on one node', () => {
    const kinds = new Set(entities.map(tableKindOf));
    expect([...kinds].filter((kind) => kind === 'local')).toEqual([]);
    expect(kinds).toContain('distributed');
  });

  // Only a cluster has the catalogue that this reads.
  if (process.env['SHOP_DATABASE_KIND'] === 'citus')
    it('are distributed as their kind says', async () => {
      const rows = await database.query<{ path: string; kind: string }>(
        `SELECT table_name::text AS path, citus_table_type AS kind FROM citus_tables WHERE table_name::text LIKE 'shop.%'`,
      );
      const said = entities.map((each) => [tableOf(each), tableKindOf(each)]).sort();
      expect(rows.map(({ path, kind }) => [path, kind]).sort()).toEqual(said);
    });
});
