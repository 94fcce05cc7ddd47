import { loadedEntities, tableOf } from '@storewright/entities';
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
});
