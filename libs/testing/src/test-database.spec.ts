import { parseToken } from '@storewright/tokens';
import { Client } from 'pg';
import { aShop, anAccessToken, anApp, anOAuthToken } from './builders';
import { type TestDatabase, testDatabase } from './test-database';

describe('a database for tests', () => {
  const databases: TestDatabase[] = [];
  async function aDatabase(): Promise<TestDatabase> {
    const database = await testDatabase();
    databases.push(database);
    return database;
  }
  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  it('has the current schema and no rows, whatever happens in another one', async () => {
    const [one, other] = await Promise.all([aDatabase(), aDatabase()]);
    await aShop(one);
    expect(await other.query('SELECT FROM auth.shops')).toEqual([]);
    expect(await (await aDatabase()).query('SELECT FROM auth.shops')).toEqual([]);
    expect(await one.query('SELECT FROM auth.shops')).toHaveLength(1);
  });

  it('lets services in as roles that row-level security holds', async () => {
    const database = await aDatabase();
    const shop = await aShop(database);
    await anAccessToken(database, shop);
    for (const role of ['auth', 'shop'] as const) {
      const client = new Client({ connectionString: database.url(role) });
      await client.connect();
      const { rows } = await client.query(
        'SELECT current_user AS name, (SELECT count(*)::int FROM auth.access_tokens) AS seen',
      );
      expect(rows).toEqual([{ name: `storewright_${role}`, seen: 0 }]);
      await client.end();
    }
    expect(await database.query('SELECT FROM auth.access_tokens')).toHaveLength(1);
  });

  it('is gone when it is dropped, also while somebody is connected', async () => {
    const database = await testDatabase();
    const late = new Client({ connectionString: database.url('shop') });
    late.on('error', () => undefined);
    await late.connect();
    const name = new URL(database.administratorUrl).pathname.slice(1);
    await database.drop();
    const [other] = databases;
    expect(await other!.query('SELECT FROM pg_database WHERE datname = $1', [name])).toEqual([]);
  });

  it('holds what the builders make: shops, apps and tokens that verify', async () => {
    const database = await aDatabase();
    const shop = await aShop(database, { domain: 'demo-shop', status: 'suspended' });
    const app = await anApp(database, { scopes: ['meta.get'], requireProof: true });
    const tokens = [
      await anAccessToken(database, shop, ['meta.get']),
      await anOAuthToken(database, shop, app, ['meta.get']),
    ];
    expect(tokens.map((token) => parseToken(token)?.kind)).toEqual(['access_token', 'oauth_token']);
    expect(await database.query('SELECT id, domain, status FROM auth.shops')).toEqual([
      { id: shop.id, domain: 'demo-shop', status: 'suspended' },
    ]);
    expect(await database.query('SELECT id, require_proof FROM auth.apps')).toEqual([
      { id: app.id, require_proof: true },
    ]);
    const digests = await database.query<{ digest: string }>(
      `SELECT encode(digest, 'hex') AS digest FROM auth.access_tokens UNION ALL SELECT encode(digest, 'hex') FROM auth.oauth_tokens`,
    );
    expect(digests.map(({ digest }) => digest)).toEqual(tokens.map((token) => parseToken(token)!.digest));
  });
});
