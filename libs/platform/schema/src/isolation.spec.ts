import { randomBytes, randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { roles } from './roles';
import { type ScratchDatabase, scratchDatabase } from './testing/scratch-database';

const denied = { code: '42501' };

describe('row-level security', () => {
  let database: ScratchDatabase;
  let asAuth: Client;
  let asShop: Client;
  let asHooks: Client;
  const [shop, other, owner, app] = Array.from({ length: 4 }, () => randomUUID());
  const token = randomBytes(32);

  beforeAll(async () => {
    database = await scratchDatabase();
    await database.migrate();
    asAuth = await database.as('auth');
    asShop = await database.as('shop');
    asHooks = await database.as('hooks');
    const { client } = database;
    await client.query(
      `INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, 'e', 'e', 'n', 'h')`,
      [owner],
    );
    await client.query(
      `INSERT INTO auth.apps (id, owner_id, name, install_url, scopes) VALUES ($1, $2, 'a', 'http://localhost', '{}')`,
      [app, owner],
    );
    for (const [at, id] of [shop, other].entries()) {
      await client.query(
        `INSERT INTO auth.shops (id, domain, name, title, description) VALUES ($1, $2, 'n', 't', 'd')`,
        [id, `shop-${at}`],
      );
      await client.query('INSERT INTO auth.shop_owners (shop_id, owner_id) VALUES ($1, $2)', [id, owner]);
      await client.query(
        `INSERT INTO auth.installations (shop_id, id, app_id, scopes, status) VALUES ($1, $1, $2, '{}', 'installed')`,
        [id, app],
      );
      await client.query(
        `INSERT INTO auth.oauth_tokens (shop_id, id, installation_id, app_id, status, scopes, digest) VALUES ($1, $1, $1, $2, 'active', '{}', $3)`,
        [id, app, at === 0 ? token : randomBytes(32)],
      );
      await client.query(
        `INSERT INTO auth.access_tokens (shop_id, id, name, digest, last_four) VALUES ($1, $1, 'n', $2, 'xxxx')`,
        [id, randomBytes(32)],
      );
      await client.query(
        'INSERT INTO auth.nonces (digest, shop_id, oauth_token_id, expires_at) VALUES ($1, $2, $2, now())',
        [randomBytes(32), id],
      );
      await client.query(
        `INSERT INTO auth.refresh_tokens (shop_id, id, installation_id, family_id, oauth_token_id, digest, expires_at)
         VALUES ($1, $1, $1, $1, $1, $2, now())`,
        [id, randomBytes(32)],
      );
      await client.query(
        `INSERT INTO auth.invitations (shop_id, id, email, email_key, role, invited_by, expires_at) VALUES ($1, $1, 'e', 'e', 'owner', $2, now())`,
        [id, owner],
      );
      await client.query(
        `INSERT INTO auth.roles (shop_id, id, name, name_key, scopes) VALUES ($1, $1, 'r', 'r', '{}')`,
        [id],
      );
      await client.query(`INSERT INTO auth.shop_logos (shop_id, digest, bytes) VALUES ($1, 'x', '')`, [id]);
      await client.query(
        `INSERT INTO auth.erasures (shop_id, id, subject, resource, requested_at, due_at)
         VALUES ($1, $1, 'shop', '{}', now(), now())`,
        [id],
      );
      await client.query(
        `INSERT INTO auth.erasure_requests (shop_id, erasure_id, installation_id, app_id, app_name)
         VALUES ($1, $1, $1, $1, 'a')`,
        [id],
      );
      await client.query(
        `INSERT INTO auth.saved_views (shop_id, id, owner_id, name, list, query, is_shared)
         VALUES ($1, $1, $1, 'v', 'orders', '?q=1', false)`,
        [id],
      );
      await client.query(
        `INSERT INTO auth.canary_tokens (shop_id, id, name, digest, last_four) VALUES ($1, $1, 'n', $2, 'xxxx')`,
        [id, randomBytes(32)],
      );
      await client.query(
        `INSERT INTO auth.notifications (shop_id, id, owner_id, kind, installation_id, app_name)
         SELECT $1, $1, m.owner_id, 'webhooks_paused', $1, 'a' FROM auth.members m WHERE m.shop_id = $1 LIMIT 1`,
        [id],
      );
      await client.query(
        `INSERT INTO auth.notification_preferences (shop_id, owner_id, kind, in_panel, by_mail)
         SELECT $1, m.owner_id, 'webhooks_paused', true, true FROM auth.members m WHERE m.shop_id = $1 LIMIT 1`,
        [id],
      );
      await client.query(`INSERT INTO auth.audit_entries (id, shop_id, kind) VALUES ($1, $1, 'k')`, [id]);
      await client.query(
        `INSERT INTO auth.audit_heads (shop_id, sequence, day, hash, key_id, jws) VALUES ($1, 1, now(), '', 'k', 'j')`,
        [id],
      );
      await client.query(`INSERT INTO auth.test_shops (shop_id, owner_id, status) VALUES ($1, $2, 'ready')`, [
        id,
        owner,
      ]);
      await client.query(
        `INSERT INTO auth.request_counts (shop_id, hour, credential_id, credential, requests, client_errors, server_errors)
         VALUES ($1, now(), $1, 'access_tokens', 1, 0, 0)`,
        [id],
      );
      await client.query('INSERT INTO auth.request_days VALUES ($1, $1, now(), 1, 0, 0)', [id]);
      await client.query(
        `INSERT INTO auth.scope_days VALUES ($1, now(), $1, 'access_tokens', 'meta.get', 'GET', 1)`,
        [id],
      );
      await client.query(
        `INSERT INTO auth.network_days VALUES ($1, now(), $1, 'access_tokens', '203.0.113.0/24', 1)`,
        [id],
      );
      await client.query(
        `INSERT INTO auth.customer_days VALUES ($1, now(), $1, 'access_tokens', 'orders', 0, ARRAY[$1::uuid])`,
        [id],
      );
      await client.query(
        `INSERT INTO auth.scope_reductions (shop_id, id, installation_id, removed_scopes, remaining_scopes, had_all_scopes, refused_requests_30_days)
         SELECT $1, $1, i.id, '{meta.get}', '{}', false, 0 FROM auth.installations i WHERE i.shop_id = $1 LIMIT 1`,
        [id],
      );
      for (const [table, start] of [
        ['webhook_counts', 'hour'],
        ['webhook_days', 'day'],
      ])
        await client.query(
          `INSERT INTO auth.${table} VALUES ($1, $1, date_trunc('${start}', now()), 1, 0, 0, array_fill(0, ARRAY[13]))`,
          [id],
        );
      await client.query(
        `INSERT INTO auth.app_requests VALUES ($1, $1, $2, $1, now(), 'GET', '/api/orders', 200, 3, 'r', 0)`,
        [id, app],
      );
      await client.query(
        `INSERT INTO auth.deprecated_requests (shop_id, day, credential_id, feature, credential, requests, last_request_at)
         VALUES ($1, now(), $1, 'things', 'installations', 1, now())`,
        [id],
      );
      await client.query(
        `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at, updated_at) VALUES ($1, $1, 't', 'i', '{}', now(), now())`,
        [id],
      );
      await client.query('INSERT INTO shop.meta_segments (shop_id, segment, from_id) VALUES ($1, 2, $1)', [
        id,
      ]);
      await client.query(`INSERT INTO shop.meta_entries (shop_id, tok, meta_id) VALUES ($1, 'x', $1)`, [id]);
      await client.query(
        `INSERT INTO shop.idempotency_keys (shop_id, token_id, key, request_digest, answer, created_at) VALUES ($1, $1, 'k', 'd', '{}', now())`,
        [id],
      );
      await client.query(
        `INSERT INTO auth.event_outbox VALUES ($1, $1, 'shops.updated', 'shops', 'i', '{}', '{}', now())`,
        [id],
      );
      await client.query(
        `INSERT INTO shop.events VALUES ($1, $1, 1, 'meta.created', 'meta', 'i', '{}', '{}', now())`,
        [id],
      );
      await client.query(
        'INSERT INTO shop.event_streams (shop_id, last_sequence, to_serve) VALUES ($1, 1, true)',
        [id],
      );
      await client.query(
        'INSERT INTO shop.webhook_streams (shop_id, installation_id, app_id, last_sequence) VALUES ($1, $1, $2, 0)',
        [id, app],
      );
      await client.query(
        `INSERT INTO shop.webhook_deliveries (shop_id, id, installation_id, kind, event_id, event_type, sequence, status, attempts, created_at, updated_at)
         VALUES ($1, $1, $1, 'event', $1, 'meta.created', 1, 'retrying', 1, now(), now())`,
        [id],
      );
      await client.query(
        `INSERT INTO shop.webhook_attempts (shop_id, delivery_id, attempt, url, request_headers, duration_ms, answer, attempted_at)
         VALUES ($1, $1, 1, 'https://a.example', '{}', 1, '', now())`,
        [id],
      );
    }
    await fillTables(client, [shop!, other!]);
  });
  afterAll(() => database.drop());

  /** Returns all tables with a tenant column from the catalog, so that no list must be maintained. */
  async function tenantTables(schema = 'auth,shop') {
    const { rows } = await database.client.query<{
      name: string;
      secured: boolean;
      forced: boolean;
      policies: number;
    }>(
      `SELECT c.oid::regclass::text AS name, c.relrowsecurity AS secured, c.relforcerowsecurity AS forced,
         (SELECT count(*)::int FROM pg_policy WHERE polrelid = c.oid) AS policies
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE n.nspname = ANY (string_to_array($1, ',')) AND c.relkind IN ('r', 'p') AND a.attname = 'shop_id' AND NOT a.attisdropped ORDER BY 1`,
      [schema],
    );
    return rows;
  }
  async function within<T>(
    client: Client,
    settings: Record<string, string>,
    work: () => Promise<T>,
  ): Promise<T> {
    await client.query('BEGIN');
    try {
      for (const [name, value] of Object.entries(settings))
        await client.query(`SET LOCAL app.${name} = '${value}'`);
      return await work();
    } finally {
      await client.query('ROLLBACK');
    }
  }
  async function shopsSeen(client: Client, table: string): Promise<string[]> {
    const { rows } = await client.query<{ shop_id: string }>(`SELECT shop_id FROM ${table}`);
    return rows.map((row) => row.shop_id);
  }

  it('is enabled and forced with one policy on every table with a shop_id', async () => {
    const tables = await tenantTables();
    expect(tables.length).toBeGreaterThan(5);
    for (const table of tables)
      expect(table).toEqual({ name: table.name, secured: true, forced: true, policies: 1 });
  });

  it('is reported as missing for a new table without a policy', async () => {
    await within(database.client, {}, async () => {
      await database.client.query('CREATE TABLE shop.forgotten (shop_id uuid)');
      const [table] = (await tenantTables()).filter(({ name }) => name === 'shop.forgotten');
      expect(table).toEqual({ name: 'shop.forgotten', secured: false, forced: false, policies: 0 });
    });
  });

  it('returns only rows of the current shop from every table, and no rows if no shop is set', async () => {
    for (const [client, schema] of [
      [asAuth, 'auth'],
      [asShop, 'shop'],
      [asHooks, 'shop'],
    ] as const) {
      const tables = (await tenantTables(schema)).filter(
        ({ name }) => client !== asHooks || /events|streams|webhook/.test(name),
      );
      expect(tables.length).toBeGreaterThan(2);
      for (const { name } of tables) {
        expect([name, await within(client, { shop_id: shop! }, () => shopsSeen(client, name))]).toEqual([
          name,
          [shop],
        ]);
        expect([name, await within(client, {}, () => shopsSeen(client, name))]).toEqual([name, []]);
        // Postgres leaves an empty text after the transaction that set the value.
        expect([name, await within(client, { shop_id: '' }, () => shopsSeen(client, name))]).toEqual([
          name,
          [],
        ]);
      }
    }
  });

  it('returns only the row of the OAuth token whose digest is set in the session', async () => {
    const credential = token.toString('hex');
    for (const client of [asAuth, asShop]) {
      expect(await within(client, { credential }, () => shopsSeen(client, 'auth.oauth_tokens'))).toEqual([
        shop,
      ]);
      expect(await within(client, { credential }, () => shopsSeen(client, 'auth.access_tokens'))).toEqual([]);
    }
    expect(await within(asAuth, { credential }, () => shopsSeen(asAuth, 'auth.nonces'))).toEqual([]);
    expect(await within(asAuth, { credential }, () => shopsSeen(asAuth, 'auth.installations'))).toEqual([]);
  });

  it('lets a session with the digest of a token read this token, but not change tokens or create tokens', async () => {
    const credential = token.toString('hex');
    for (const statement of [
      'UPDATE auth.oauth_tokens SET last_used_at = now()',
      `UPDATE auth.oauth_tokens SET shop_id = '${other}'`,
      `INSERT INTO auth.access_tokens (shop_id, id, name, digest, last_four) VALUES ('${other}', '${app}', 'n', decode('${credential}', 'hex'), 'x')`,
    ])
      await expect(within(asAuth, { credential }, () => asAuth.query(statement))).rejects.toMatchObject(
        denied,
      );
  });

  it('returns the shops of a person, but no tokens or nonces of these shops', async () => {
    const seen = (table: string) => within(asAuth, { owner_id: owner! }, () => shopsSeen(asAuth, table));
    expect((await seen('auth.shop_owners')).sort()).toEqual([shop, other].sort());
    expect(await seen('auth.oauth_tokens')).toEqual([]);
    expect(await seen('auth.access_tokens')).toEqual([]);
    expect(await seen('auth.nonces')).toEqual([]);
  });

  it('returns the shops that have installed an app only to the developer of the app', async () => {
    const shopsOfApp = async (settings: Record<string, string>) => {
      const text = `SELECT s AS shop_id FROM auth.shops_of_app('${app}') s`;
      const { rows } = await within(asAuth, settings, () => asAuth.query<{ shop_id: string }>(text));
      return rows.map(({ shop_id }) => shop_id);
    };
    expect((await shopsOfApp({ owner_id: owner! })).sort()).toEqual([shop, other].sort());
    expect(await shopsOfApp({ owner_id: randomUUID() })).toEqual([]);
    expect(await shopsOfApp({ shop_id: shop! })).toEqual([]);
    expect(await shopsOfApp({})).toEqual([]);
    await expect(asShop.query(`SELECT auth.shops_of_app('${app}')`)).rejects.toMatchObject(denied);
  });

  it('returns the installations of an app and their activity only to the developer of the app', async () => {
    const of = (table: string) => async (settings: Record<string, string>) => {
      const { rows } = await within(asAuth, settings, () =>
        asAuth.query<object>(`SELECT x.* FROM ${table} x`),
      );
      return rows.length;
    };
    for (const [table, count] of [
      [`auth.installations_of_app('${app}')`, 2],
      [`auth.activity_of_installation('${shop}', '${shop}')`, 1],
      [`auth.deprecated_requests_of_app('${app}')`, 2],
      [`auth.webhook_counts_of_app('${app}', NULL, '-infinity', 'hour')`, 1],
      [`auth.webhook_counts_of_app('${app}', NULL, '-infinity', 'day')`, 1],
    ] as const) {
      expect([table, await of(table)({ owner_id: owner! })]).toEqual([table, count]);
      const others: Record<string, string>[] = [
        { owner_id: randomUUID() },
        { shop_id: shop! },
        { app_id: app! },
        {},
      ];
      for (const settings of others)
        expect([table, settings, await of(table)(settings)]).toEqual([table, settings, 0]);
      await expect(asShop.query(`SELECT FROM ${table}`)).rejects.toMatchObject(denied);
    }
  });

  it('rejects inserting a row for another shop and moving a row to another shop', async () => {
    const insert = `INSERT INTO shop.meta_entries (shop_id, tok, meta_id) VALUES ('${other}', 'y', '${other}')`;
    await expect(within(asShop, { shop_id: shop! }, () => asShop.query(insert))).rejects.toMatchObject(
      denied,
    );
    const move = `UPDATE shop.meta_entries SET shop_id = '${other}'`;
    await expect(within(asShop, { shop_id: shop! }, () => asShop.query(move))).rejects.toMatchObject(denied);
    const grant = `UPDATE auth.installations SET shop_id = '${other}'`;
    await expect(within(asAuth, { shop_id: shop! }, () => asAuth.query(grant))).rejects.toMatchObject(denied);
  });

  describe('privileges of the service roles', () => {
    it.each([roles.auth, roles.shop, roles.hooks])(
      '%s is neither owner nor superuser and cannot bypass row-level security',
      async (role) => {
        const { rows } = await database.client.query(
          `SELECT rolsuper OR rolbypassrls OR rolcreaterole OR rolcreatedb OR rolreplication AS powerful,
           pg_has_role(rolname, $2, 'MEMBER') AS may_become_owner,
           (SELECT count(*)::int FROM pg_auth_members WHERE member = r.oid) AS memberships,
           (SELECT count(*)::int FROM pg_class WHERE relowner = r.oid) AS owned,
           has_schema_privilege(rolname, 'auth', 'CREATE') OR has_schema_privilege(rolname, 'shop', 'CREATE')
             OR has_schema_privilege(rolname, 'public', 'CREATE') AS may_create
         FROM pg_roles r WHERE rolname = $1`,
          [role, roles.owner],
        );
        expect(rows).toEqual([
          { powerful: false, may_become_owner: false, memberships: 0, owned: 0, may_create: false },
        ]);
      },
    );

    it('no service role can disable row-level security or switch to another role', async () => {
      for (const client of [asAuth, asShop, asHooks]) {
        for (const statement of [
          'ALTER TABLE shop.meta DISABLE ROW LEVEL SECURITY',
          'ALTER TABLE auth.oauth_tokens NO FORCE ROW LEVEL SECURITY',
          'CREATE POLICY open ON shop.meta USING (true)',
          `SET ROLE ${roles.owner}`,
          'SET SESSION AUTHORIZATION postgres',
          'TRUNCATE shop.meta',
          'DROP TABLE auth.nonces',
        ])
          await expect(client.query(statement)).rejects.toMatchObject(denied);
      }
      // This setting does not bypass row-level security either: it makes the statement fail instead of hiding
      // rows.
      await asShop.query('SET row_security = off');
      await expect(asShop.query('SELECT * FROM shop.meta')).rejects.toMatchObject(denied);
      await asShop.query('RESET row_security');
    });

    it('all service roles limit lock waits, statements, idle transactions and lost connections', async () => {
      for (const [client, lockTimeoutMs] of [
        [asAuth, 2_000],
        [asShop, 2_000],
        [asHooks, 5_000],
      ] as const) {
        const { rows } = await client.query(
          `SELECT name, reset_val || unit AS value FROM pg_settings
           WHERE name ~ '^(lock|statement|idle_in_transaction_session|tcp_user)_timeout$|^tcp_keepalives_(idle|interval)$' ORDER BY name`,
        );
        expect(rows.map(({ name, value }) => `${name} ${value}`)).toEqual([
          'idle_in_transaction_session_timeout 5000ms',
          `lock_timeout ${lockTimeoutMs}ms`,
          'statement_timeout 15000ms',
          'tcp_keepalives_idle 10s',
          'tcp_keepalives_interval 2s',
          'tcp_user_timeout 15000ms',
        ]);
      }
    });

    it('all service roles keep values of statements and rejected rows out of the Postgres log', async () => {
      for (const client of [asAuth, asShop, asHooks]) {
        const { rows } = await client.query(
          `SELECT name, setting FROM pg_settings WHERE name IN ('log_min_error_statement', 'log_error_verbosity', 'log_parameter_max_length_on_error') ORDER BY name`,
        );
        expect(rows).toEqual([
          { name: 'log_error_verbosity', setting: 'terse' },
          { name: 'log_min_error_statement', setting: 'panic' },
          { name: 'log_parameter_max_length_on_error', setting: '0' },
        ]);
      }
    });

    it('the shop API cannot read people, sessions, nonces, installations or the audit log', async () => {
      for (const table of ['owners', 'sessions', 'nonces', 'installations', 'shop_owners', 'audit_entries'])
        await expect(asShop.query(`SELECT FROM auth.${table}`)).rejects.toMatchObject(denied);
    });

    it('the shop API can change only the usage times of a token', async () => {
      const credential = token.toString('hex');
      const run = (text: string) => within(asShop, { credential, shop_id: shop! }, () => asShop.query(text));
      expect(
        (await run('UPDATE auth.oauth_tokens SET last_used_at = now(), first_used_at = now()')).rowCount,
      ).toBe(1);
      expect((await run('UPDATE auth.access_tokens SET last_used_at = now()')).rowCount).toBe(1);
      for (const statement of [
        `UPDATE auth.oauth_tokens SET scopes = '{meta.get}'`,
        `UPDATE auth.oauth_tokens SET status = 'active'`,
        'UPDATE auth.access_tokens SET scopes = NULL',
        'UPDATE auth.access_tokens SET expires_at = NULL',
        'DELETE FROM auth.oauth_tokens',
        `INSERT INTO auth.access_tokens (shop_id, id, name, digest, last_four) VALUES ('${shop}', '${app}', 'n', '', 'x')`,
        `UPDATE auth.shops SET status = 'active'`,
        'UPDATE auth.apps SET require_proof = false',
        'DELETE FROM auth.app_secrets',
      ])
        await expect(run(statement)).rejects.toMatchObject(denied);
    });

    it('the shop API can count the requests of a shop only if this shop is set as the context', async () => {
      const run = (text: string) => within(asShop, { shop_id: shop! }, () => asShop.query(text));
      expect((await run('UPDATE auth.request_counts SET requests = 2')).rowCount).toBe(1);
      expect((await run('DELETE FROM auth.request_counts')).rowCount).toBe(1);
      for (const statement of [
        `INSERT INTO auth.request_counts VALUES ('${other}', now(), '${app}', 'access_tokens', 1, 0, 0)`,
        `UPDATE auth.request_counts SET shop_id = '${other}'`,
        `UPDATE auth.request_counts SET credential_id = '${app}'`,
      ])
        await expect(run(statement)).rejects.toMatchObject(denied);
      expect((await run('UPDATE auth.scope_days SET requests = 2')).rowCount).toBe(1);
      for (const statement of [
        `INSERT INTO auth.scope_days VALUES ('${other}', now(), '${app}', 'access_tokens', 'meta.get', 'GET', 1)`,
        `UPDATE auth.scope_days SET scope = 'meta.post'`,
      ])
        await expect(run(statement)).rejects.toMatchObject(denied);
      expect((await run('UPDATE auth.request_days SET requests = 2')).rowCount).toBe(1);
      for (const statement of [
        `INSERT INTO auth.request_days VALUES ('${other}', '${app}', now(), 1, 0, 0)`,
        `UPDATE auth.request_days SET shop_id = '${other}'`,
        'DELETE FROM auth.request_days',
      ])
        await expect(run(statement)).rejects.toMatchObject(denied);
      for (const table of ['request_counts', 'request_days', 'scope_days'])
        await expect(
          within(asAuth, { shop_id: shop! }, () => asAuth.query(`DELETE FROM auth.${table}`)),
        ).rejects.toMatchObject(denied);
    });

    it('the worker can count the webhook deliveries of a shop only if this shop is set as the context', async () => {
      const run = (text: string) => within(asHooks, { shop_id: shop! }, () => asHooks.query(text));
      const counts = `now(), 1, 0, 0, array_fill(0, ARRAY[13])`;
      for (const table of ['auth.webhook_counts', 'auth.webhook_days']) {
        expect((await run(`UPDATE ${table} SET delivered = 2`)).rowCount).toBe(1);
        for (const statement of [
          `INSERT INTO ${table} VALUES ('${other}', '${app}', ${counts})`,
          `UPDATE ${table} SET shop_id = '${other}'`,
          `DELETE FROM ${table}`,
        ])
          await expect(run(statement)).rejects.toMatchObject(denied);
        await expect(
          within(asShop, { shop_id: shop! }, () => asShop.query(`SELECT FROM ${table}`)),
        ).rejects.toMatchObject(denied);
      }
    });

    it('the shop API can insert into the request log, which only the developer of the app can read', async () => {
      const run = (text: string) => within(asShop, { shop_id: shop! }, () => asShop.query(text));
      const insert = (into: string) =>
        `INSERT INTO auth.app_requests VALUES ('${into}', '${app}', '${app}', '${app}', now(), 'GET', '/', 200, 3, 'r', 0)`;
      expect((await run(insert(shop!))).rowCount).toBe(1);
      for (const statement of [
        insert(other!),
        'SELECT FROM auth.app_requests',
        'UPDATE auth.app_requests SET status = 200',
        'DELETE FROM auth.app_requests',
      ])
        await expect(run(statement)).rejects.toMatchObject(denied);
      const seen = (settings: Record<string, string>) =>
        within(asAuth, settings, () => shopsSeen(asAuth, 'auth.app_requests'));
      expect((await seen({ owner_id: owner! })).sort()).toEqual([shop, other].sort());
      expect(await seen({ owner_id: randomUUID() })).toEqual([]);
      await expect(
        within(asAuth, { owner_id: owner! }, () => asAuth.query('DELETE FROM auth.app_requests')),
      ).rejects.toMatchObject(denied);
    });

    it('the auth API cannot read or write shop data', async () => {
      for (const { name } of await tenantTables('shop'))
        await expect(asAuth.query(`SELECT FROM ${name}`)).rejects.toMatchObject(denied);
    });

    it('the worker can read events and webhook receivers of one shop at a time, and no credentials', async () => {
      const run = (text: string) => within(asHooks, { shop_id: shop! }, () => asHooks.query(text));
      for (const table of [
        'auth.installations',
        'auth.event_outbox',
        'shop.events',
        'shop.webhook_deliveries',
      ])
        expect((await run(`SELECT FROM ${table}`)).rowCount).toBe(1);
      await run('SELECT FROM auth.webhook_secrets');
      for (const table of [
        'owners',
        'sessions',
        'nonces',
        'shop_owners',
        'oauth_tokens',
        'access_tokens',
        'app_secrets',
        'audit_entries',
      ])
        await expect(run(`SELECT FROM auth.${table}`)).rejects.toMatchObject(denied);
      await expect(run('SELECT FROM shop.meta')).rejects.toMatchObject(denied);
    });

    it('only the worker can list the shops with pending work', async () => {
      const { rows } = await asHooks.query<{ shop_id: string }>(
        'SELECT shops_to_serve AS shop_id FROM shop.shops_to_serve(now())',
      );
      expect(rows.map((row) => row.shop_id).sort()).toEqual([shop, other].sort());
      const behind = await asHooks.query<{ shop_id: string }>(
        'SELECT shops_behind AS shop_id FROM shop.shops_behind(now())',
      );
      expect(behind.rows.map((row) => row.shop_id).sort()).toEqual([shop, other].sort());
      const backlog = await asHooks.query('SELECT state, streams, events FROM shop.webhook_backlog()');
      expect(backlog.rows).toContainEqual({ state: 'active', streams: '2', events: '2' });
      for (const name of ['shops_to_serve(now())', 'shops_behind(now())', 'webhook_backlog()'])
        for (const client of [asAuth, asShop])
          await expect(client.query(`SELECT shop.${name}`)).rejects.toMatchObject(denied);
    });

    it('only the auth API and the worker can read webhook secrets', async () => {
      await asAuth.query('SELECT FROM auth.webhook_secrets');
      await expect(asShop.query('SELECT FROM auth.webhook_secrets')).rejects.toMatchObject(denied);
      for (const statement of [
        'DELETE FROM auth.webhook_secrets',
        'UPDATE auth.webhook_secrets SET sealed = NULL',
      ])
        await expect(asHooks.query(statement)).rejects.toMatchObject(denied);
    });

    it('the shop API can read webhook settings only of installations in its shop', async () => {
      const heardBy = (client: Client, id: string, settings: Record<string, string>) =>
        within(client, settings, () => client.query(`SELECT scopes FROM auth.webhook_audience('${id}')`));
      await database.client.query(`UPDATE auth.apps SET webhook_url = 'https://a.example' WHERE id = $1`, [
        app,
      ]);
      expect((await heardBy(asShop, shop!, { shop_id: shop! })).rows).toEqual([{ scopes: [] }]);
      expect((await heardBy(asShop, other!, { shop_id: shop! })).rows).toEqual([]);
      expect((await heardBy(asShop, shop!, {})).rows).toEqual([]);
      for (const client of [asAuth, asHooks])
        await expect(heardBy(client, shop!, { shop_id: shop! })).rejects.toMatchObject(denied);
    });

    it('no service can change an event', async () => {
      for (const client of [asShop, asHooks])
        await expect(
          within(client, { shop_id: shop! }, () => client.query(`UPDATE shop.events SET resource = ''`)),
        ).rejects.toMatchObject(denied);
    });

    it('services can insert and read audit log entries, but not change or delete them', async () => {
      const run = (text: string) => within(asAuth, { shop_id: shop! }, () => asAuth.query(text));
      expect(
        (await run(`INSERT INTO auth.audit_entries (id, shop_id, kind) VALUES ('${app}', '${shop}', 'k')`))
          .rowCount,
      ).toBe(1);
      expect((await run('SELECT FROM auth.audit_entries')).rowCount).toBe(1);
      for (const statement of [
        `UPDATE auth.audit_entries SET kind = 'x'`,
        `UPDATE auth.audit_chains SET sequence = 0`,
        `INSERT INTO auth.audit_links VALUES ('${shop}', 9, '${app}', '', '')`,
        'DELETE FROM auth.audit_links',
        `UPDATE auth.audit_heads SET jws = ''`,
        'DELETE FROM auth.audit_heads',
        `INSERT INTO auth.audit_heads VALUES ('${other}', 9, now(), '', '', '')`,
        `SELECT auth.start_audit_chain('${other}')`,
        'DELETE FROM auth.audit_entries',
        'TRUNCATE auth.audit_entries',
        `INSERT INTO auth.audit_entries (id, shop_id, kind) VALUES ('${shop}', '${shop}', 'k') ON CONFLICT (id) DO UPDATE SET kind = 'x'`,
        `INSERT INTO auth.audit_entries (id, shop_id, kind) VALUES ('${app}', '${other}', 'k')`,
      ])
        await expect(run(statement)).rejects.toMatchObject(denied);
    });
  });
});

/**
 * Adds a row for each shop to every empty table of the schema `shop`, so that a new table needs no change
 * here. Constraints on the values are dropped first. Constraints on the owner of a row are kept.
 */
async function fillTables(client: Client, shops: readonly string[]): Promise<void> {
  const { rows: tables } = await client.query<{ name: string; columns: string[]; values: string[] }>(
    `SELECT c.oid::regclass::text AS name, array_agg(quote_ident(a.attname) ORDER BY a.attnum) AS columns,
       array_agg(CASE WHEN t.typname = 'uuid' THEN '$1' WHEN t.typname = 'jsonb' THEN '''{}''' WHEN t.typcategory = 'A' THEN '''{}'''
         WHEN t.typcategory = 'N' THEN '1' WHEN t.typcategory = 'B' THEN 'false' WHEN t.typcategory = 'D' THEN 'now()'
         ELSE '''x''' END ORDER BY a.attnum) AS values
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull AND NOT a.atthasdef
       JOIN pg_type t ON t.oid = a.atttypid
     WHERE c.relnamespace = 'shop'::regnamespace AND c.relkind IN ('r', 'p')
       AND EXISTS (SELECT FROM pg_attribute s WHERE s.attrelid = c.oid AND s.attname = 'shop_id') GROUP BY 1`,
  );
  const { rows: rules } = await client.query<{ text: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS text
     FROM pg_constraint WHERE connamespace = 'shop'::regnamespace AND contype IN ('c', 'f') AND conparentid = 0`,
  );
  for (const { text } of rules) await client.query(text);
  for (const { name, columns, values } of tables) {
    for (const shop of shops)
      await client.query(
        `INSERT INTO ${name} (${columns.join()}) SELECT ${values.join()} WHERE NOT EXISTS (SELECT FROM ${name} WHERE shop_id = $1)`,
        [shop],
      );
  }
}
