/** @isolated because it lists the entities that the service loads. */

import { loadedEntities, tableKindOf, tableOf } from '@storewright/entities';
import { schemaDrift, testDatabase, type TestDatabase } from '@storewright/testing';
import '@storewright/webhooks';
import './app.module';

/** All entities of the shop data: those of every resource, and those of the platform. */
const entities = loadedEntities().filter((each) => tableOf(each).startsWith('shop.'));

describe('TypeORM entities of the shop database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  it('match all tables and columns of the migrated schema', async () => {
    expect(await schemaDrift(database.administratorUrl, 'shop', entities)).toEqual([]);
  });

  it('declare for each table whether Citus distributes it by shop or copies it to every node', () => {
    const kinds = new Set(entities.map(tableKindOf));
    expect([...kinds].filter((kind) => kind === 'local')).toEqual([]);
    expect(kinds).toContain('distributed');
  });

  // Only a cluster has the catalog tables that this query reads.
  if (process.env['SHOP_DATABASE_KIND'] === 'citus')
    it('have tables that Citus distributes as the entities declare', async () => {
      const rows = await database.query<{ path: string; kind: string }>(
        `SELECT table_name::text AS path, citus_table_type AS kind
          FROM citus_tables WHERE table_name::text LIKE 'shop.%'`,
      );
      const said = entities.map((each) => [tableOf(each), tableKindOf(each)]).sort();
      expect(rows.map(({ path, kind }) => [path, kind]).sort()).toEqual(said);
    });
});
