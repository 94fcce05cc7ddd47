import { Client } from 'pg';
import { aShop, anAccessToken, anApp, anOAuthToken } from './builders';
import { testDatabase, type TestDatabase } from './test-database';

const databases: TestDatabase[] = [];
async function aDatabase(): Promise<TestDatabase> {
  const database = await testDatabase();
  databases.push(database);
  return database;
}
afterEach(() => Promise.all(databases.splice(0).map((database) => database.drop())));

/** Returns the rows that a role sees, with or without a shop. */
async function seenBy(
  database: TestDatabase,
  role: 'auth' | 'shop',
  text: string,
  shopId = '',
): Promise<object[]> {
  const client = new Client({ connectionString: database.url(role) });
  await client.connect();
  try {
    await client.query(`SELECT set_config('app.shop_id', $1, false)`, [shopId]);
    return (await client.query<object>(text)).rows;
  } finally {
    await client.end();
  }
}

describe('testDatabase()', () => {
  it('returns a new, migrated database without rows', async () => {
    const [one, other] = await Promise.all([aDatabase(), aDatabase()]);
    const shop = await aShop(one, { domain: 'only-here' });
    expect(await one.query('SELECT id, domain, status FROM auth.shops')).toEqual([
      { ...shop, status: 'active' },
    ]);
    expect(await other.query('SELECT id FROM auth.shops')).toEqual([]);
    expect(await other.query('SELECT id FROM shop.meta')).toEqual([]);
  });

  it('gives services database roles that row-level security restricts', async () => {
    const database = await aDatabase();
    const [mine, others] = [await aShop(database), await aShop(database)];
    for (const shop of [mine, others]) await anAccessToken(database, shop);
    for (const role of ['auth', 'shop'] as const) {
      const text = 'SELECT shop_id FROM auth.access_tokens';
      expect(await seenBy(database, role, text)).toEqual([]);
      expect(await seenBy(database, role, text, mine.id)).toEqual([{ shop_id: mine.id }]);
    }
  });

  it('returns a database that can be dropped while clients are connected', async () => {
    const database = await testDatabase();
    const [{ name }] = (await database.query<{ name: string }>('SELECT current_database() AS name')) as [
      { name: string },
    ];
    const client = new Client({ connectionString: database.url('shop') });
    client.on('error', () => undefined);
    const cut = new Promise<void>((resolve) => void client.once('end', resolve));
    await client.connect();
    await database.drop();
    await cut;
    const left = await (await aDatabase()).query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    expect(left).toEqual([]);
  });
});

describe('anAccessToken() and anOAuthToken()', () => {
  it('store only the digest of the token, with its scopes and shop', async () => {
    const database = await aDatabase();
    const shop = await aShop(database);
    const access = await anAccessToken(database, shop, ['meta.get']);
    const oauth = await anOAuthToken(database, shop, await anApp(database), ['meta.post']);
    expect([access, oauth]).toEqual([
      expect.stringMatching(/^swa_[0-9A-Za-z]{46}$/),
      expect.stringMatching(/^swo_[0-9A-Za-z]{46}$/),
    ]);
    for (const [table, token, scopes] of [
      ['access_tokens', access, ['meta.get']],
      ['oauth_tokens', oauth, ['meta.post']],
    ] as const) {
      const rows = await database.query(
        `SELECT scopes, row_to_json(t)::text LIKE '%' || $3 || '%' AS holds_text FROM auth.${table} t
         WHERE shop_id = $1 AND status = 'active' AND digest = sha256($2::bytea)`,
        [shop.id, Buffer.from(token), token.slice(4, 44)],
      );
      expect(rows).toEqual([{ scopes, holds_text: false }]);
    }
  });
});
