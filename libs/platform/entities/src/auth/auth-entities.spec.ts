import { authEntities } from '@storewright/entities';
import { schemaDrift, type TestDatabase, testDatabase } from '@storewright/testing';

describe('the entities of the auth data', () => {
  let database: TestDatabase;
  beforeAll(async () => (database = await testDatabase()));
  afterAll(() => database.drop());

  it('are every table of the schema, column by column, as the migrations made it', async () => {
    expect(await schemaDrift(database.administratorUrl, 'auth', authEntities)).toEqual([]);
  });
});
