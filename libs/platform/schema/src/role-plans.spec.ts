import type { Client } from 'pg';
import { type ScratchDatabase, scratchDatabase } from './testing/scratch-database';

/** A query by a presented credential must use an index in spite of row-level security. */
describe('queries by a credential', () => {
  let database: ScratchDatabase;
  let asAuth: Client;
  let asShop: Client;
  beforeAll(async () => {
    database = await scratchDatabase();
    await database.migrate();
    asAuth = await database.as('auth');
    asShop = await database.as('shop');
    await database.client.query(`
      CREATE TEMP TABLE n AS SELECT n, gen_random_uuid() AS id FROM generate_series(1, 3000) n;
      INSERT INTO auth.owners (id, email, email_key, name, password_hash) SELECT id, 'e' || n, 'e' || n, 'n', 'h' FROM n;
      INSERT INTO auth.sessions (id, owner_id, digest, expires_at) SELECT id, id, sha256(('s' || n)::bytea), now() + interval '1 day' FROM n;
      INSERT INTO auth.apps (id, owner_id, name, install_url, scopes) SELECT id, id, 'a', 'http://localhost', '{}' FROM n;
      INSERT INTO auth.app_secrets (app_id, generation, sealed) SELECT id, 1, 's' FROM n;
      INSERT INTO auth.shops (id, domain, name, title, description) SELECT id, 'shop-' || n, 'n', 't', 'd' FROM n;
      INSERT INTO auth.installations (shop_id, id, app_id, scopes, status) SELECT id, id, id, '{}', 'installed' FROM n;
      INSERT INTO auth.oauth_tokens (shop_id, id, installation_id, app_id, status, scopes, digest)
        SELECT id, id, id, id, 'active', '{}', sha256(('t' || n)::bytea) FROM n;
      ANALYZE`);
  });
  afterAll(() => database.drop());

  const sessionOf = `SELECT s.id, o.email FROM auth.sessions s JOIN auth.owners o ON o.id = s.owner_id WHERE s.digest = $1`;
  const tokenOf = `
    SELECT t.id, s.domain, coalesce(t.allowed_networks, a.allowed_networks) AS allowed_networks,
      CASE WHEN a.require_proof THEN ARRAY(SELECT x.sealed FROM auth.app_secrets x WHERE x.app_id = a.id) END
    FROM auth.oauth_tokens t JOIN auth.shops s ON s.id = t.shop_id JOIN auth.apps a ON a.id = t.app_id WHERE t.digest = $1`;

  it.each([
    [
      'the owner of an email',
      'auth',
      'SELECT id, password_hash FROM auth.owners WHERE email_key = $1',
      'e7',
      `'e7'`,
    ],
    ['a session and its owner', 'auth', sessionOf, 's7', `sha256('s7')`],
    ['a token with its shop, and the secrets of its app', 'shop', tokenOf, 't7', `sha256('t7')`],
  ] as const)('find %s without a sequential scan', async (_, role, text, presented, value) => {
    const client = role === 'auth' ? asAuth : asShop;
    await client.query('BEGIN');
    try {
      await client.query(`SELECT set_config('app.credential', encode(sha256('${presented}'), 'hex'), true)`);
      const statement = text.replaceAll('$1', value);
      expect((await client.query(statement)).rows).toHaveLength(1);
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN (COSTS OFF) ${statement}`);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan).toContain('Index');
      expect(plan).not.toContain('Seq Scan');
    } finally {
      await client.query('ROLLBACK');
    }
  });
});
