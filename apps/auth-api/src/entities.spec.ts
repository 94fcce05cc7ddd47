/** @isolated because it lists the entities that the service loads. */

import { loadedEntities, tableOf } from '@storewright/entities';
import { schemaDrift, type TestDatabase, testDatabase } from '@storewright/testing';
import './app.module';

/** Every entity of the auth data that the service loads. */
const entities = loadedEntities().filter((each) => tableOf(each).startsWith('auth.'));

describe('TypeORM entities of the auth API', () => {
  let database: TestDatabase;
  beforeAll(async () => (database = await testDatabase()));
  afterAll(() => database.drop());

  it('match all tables and columns of the migrated schema', async () => {
    expect(await schemaDrift(database.administratorUrl, 'auth', entities)).toEqual([]);
  });
});
