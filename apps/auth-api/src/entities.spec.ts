import { loadedEntities, tableOf } from '@storewright/entities';
import { schemaDrift, type TestDatabase, testDatabase } from '@storewright/testing';
import './app.module';

/** Every entity of the auth data that the service loads. */
const entities = loadedEntities().filter((each) => tableOf(each).startsWith('auth.'));

describe('entities of the auth data', () => {
  let database: TestDatabase;
  beforeAll(async () => (database = await testDatabase()));
  afterAll(() => database.drop());

  it('match the migrated schema table by table and column by column', async () => {
    expect(await schemaDrift(database.administratorUrl, 'auth', entities)).toEqual([]);
  });
});
