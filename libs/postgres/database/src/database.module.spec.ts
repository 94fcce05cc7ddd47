import 'reflect-metadata';
import { Test } from '@nestjs/testing';
import { type TestDatabase, testDatabase } from '@storewright/testing';
import { AuthDatabase, DatabaseModule, ShopDatabase } from './database.module';

describe('DatabaseModule', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterAll(() => database.drop());

  const started = (url: string) => {
    const options = { url, applicationName: 'spec-module' };
    return Test.createTestingModule({
      imports: [DatabaseModule.forRoot(AuthDatabase, options), DatabaseModule.forRoot(ShopDatabase, options)],
    }).compile();
  };

  it('connects as a role under row-level security and closes all connections when the application closes', async () => {
    const application = await started(database.url('shop'));
    const door = application.get(ShopDatabase);
    expect(await door.query({}, { text: 'SELECT current_user::text AS name' })).toEqual([
      { name: 'storewright_shop' },
    ]);
    await application.close();
    const left = `SELECT FROM pg_stat_activity WHERE application_name = 'spec-module'`;
    while ((await database.query(left)).length > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it('refuses to start as a role that can bypass row-level security, and names the correct role', async () => {
    await expect(started(database.administratorUrl)).rejects.toThrow(
      /can bypass row-level security: connect as storewright_auth/,
    );
  });
});
