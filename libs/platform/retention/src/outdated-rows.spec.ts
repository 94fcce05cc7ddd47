import { Logger } from '@nestjs/common';
import { AuthDatabase, dataSourceOptions } from '@storewright/database';
import {
  anAccessToken,
  anApp,
  anOAuthToken,
  aShop,
  type TestDatabase,
  testDatabase,
} from '@storewright/testing';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { type OutdatedTable, outdatedTables, retentionTimes } from './outdated';
import { OutdatedRows, removalOf } from './outdated-rows';

const hour = 60 * 60 * 1000;
const times = retentionTimes(365 * 24 * hour, 7 * 24 * hour);

let database: TestDatabase;
let dataSource: DataSource;
let auth: AuthDatabase;
let told: string[];
beforeEach(async () => {
  told = [];
  database = await testDatabase();
  const options = { url: database.url('hooks'), applicationName: 'retention-spec' };
  dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  auth = new AuthDatabase(dataSource, options);
});
afterEach(async () => {
  await auth.close();
  await dataSource.destroy();
  await database.drop();
});

const rowsWith = (given = times, unusedTokenDays?: number) =>
  new OutdatedRows(
    auth,
    {
      removed: (table, rows) => rows > 0 && told.push(`${table} ${rows}`),
      removalFailed: (table) => told.push(`${table} failed`),
      removalDone: () => told.push('done'),
    },
    { times: given, unusedTokenDays, random: () => 0, now: () => Promise.resolve(Date.now()) },
  );

const digest = `sha256(convert_to(gen_random_uuid()::text, 'UTF8'))`;

/** Creates the rows to which the rows of all tables refer. */
async function living() {
  const shop = await aShop(database);
  const app = await anApp(database);
  await anOAuthToken(database, shop, app, []);
  const [token] = await database.query<{ id: string; installation_id: string }>(
    'SELECT id, installation_id FROM auth.oauth_tokens WHERE shop_id = $1',
    [shop.id],
  );
  return {
    shop: shop.id,
    app: app.id,
    owner: app.owner_id,
    token: token!.id,
    installation: token!.installation_id,
  };
}
type Living = Awaited<ReturnType<typeof living>>;

/** Audit entries are deleted by whole days up to a signed head. */
const signHead = (at: Date, shop: string) =>
  database.query(
    `INSERT INTO auth.audit_heads (shop_id, sequence, day, hash, key_id, jws)
     SELECT shop_id, sequence, date_bin('1 day', $1, to_timestamp(0)), hash, 'key', 'jws' FROM auth.audit_chains WHERE shop_id = $2`,
    [at, shop],
  );

/** Functions that create a row that ended at `at`, and the column with that time. */
const over: Record<OutdatedTable, { since: string; make(at: Date, of: Living): Promise<unknown> }> = {
  nonces: {
    since: 'expires_at',
    make: (at, { shop, token }) =>
      database.query(
        `INSERT INTO auth.nonces (digest, shop_id, oauth_token_id, expires_at) VALUES (${digest}, $2, $3, $1)`,
        [at, shop, token],
      ),
  },
  oauth_tokens: {
    since: 'updated_at',
    make: (at, { shop, app, installation }) =>
      database.query(
        `INSERT INTO auth.oauth_tokens (shop_id, id, installation_id, app_id, status, scopes, digest, updated_at) VALUES ($2, gen_random_uuid(), $3, $4, 'superseded', '{}', ${digest}, $1)`,
        [at, shop, installation, app],
      ),
  },
  access_tokens: {
    since: 'expires_at',
    make: (at, { shop }) =>
      database.query(
        `INSERT INTO auth.access_tokens (shop_id, id, name, digest, last_four, expires_at) VALUES ($2, gen_random_uuid(), 'a token', ${digest}, 'last', $1)`,
        [at, shop],
      ),
  },
  sessions: {
    since: 'expires_at',
    make: (at, { owner }) =>
      database.query(
        `INSERT INTO auth.sessions (id, owner_id, digest, expires_at) VALUES (gen_random_uuid(), $2, ${digest}, $1)`,
        [at, owner],
      ),
  },
  passkey_challenges: {
    since: 'expires_at',
    make: (at) =>
      database.query(
        `INSERT INTO auth.passkey_challenges (digest, rp_id, expires_at) VALUES (${digest}, 'localhost', $1)`,
        [at],
      ),
  },
  device_authorizations: {
    since: 'expires_at',
    make: (at) =>
      database.query(
        `INSERT INTO auth.device_authorizations (id, digest, user_code_digest, device_name, address, poll_seconds, expires_at) VALUES (gen_random_uuid(), ${digest}, ${digest}, 'laptop', '198.51.100.7', 5, $1)`,
        [at],
      ),
  },
  app_secrets: {
    since: 'expires_at',
    make: (at, { app }) =>
      database.query(
        `INSERT INTO auth.app_secrets (app_id, generation, sealed, expires_at) SELECT $2, max(generation) + 1, 'sealed', $1 FROM auth.app_secrets`,
        [at, app],
      ),
  },
  webhook_secrets: {
    since: 'expires_at',
    make: (at, { app }) =>
      database.query(
        `INSERT INTO auth.webhook_secrets (app_id, generation, id, sealed, expires_at) SELECT $2, coalesce(max(generation), 0) + 1, gen_random_uuid(), 'sealed', $1 FROM auth.webhook_secrets`,
        [at, app],
      ),
  },
  request_counts: {
    since: 'hour',
    make: (at, { shop, token }) =>
      database.query(
        `INSERT INTO auth.request_counts (shop_id, hour, credential_id, credential, requests, client_errors, server_errors) VALUES ($2, $1, $3, 'installations', 1, 0, 0)`,
        [at, shop, token],
      ),
  },
  request_days: {
    since: 'day',
    make: (at, { shop, token }) =>
      database.query(`INSERT INTO auth.request_days VALUES ($2, $3, $1, 1, 0, 0)`, [at, shop, token]),
  },
  webhook_counts: {
    since: 'hour',
    make: (at, { shop, installation }) =>
      database.query(
        `INSERT INTO auth.webhook_counts VALUES ($2, $3, $1, 1, 0, 0, array_fill(0, ARRAY[13]))`,
        [at, shop, installation],
      ),
  },
  webhook_days: {
    since: 'day',
    make: (at, { shop, installation }) =>
      database.query(`INSERT INTO auth.webhook_days VALUES ($2, $3, $1, 1, 0, 0, array_fill(0, ARRAY[13]))`, [
        at,
        shop,
        installation,
      ]),
  },
  notifications: {
    since: 'created_at',
    make: (at, { shop, owner, installation }) =>
      database.query(
        `WITH member AS (INSERT INTO auth.members (shop_id, owner_id, role) VALUES ($2, $3, 'owner') ON CONFLICT DO NOTHING)
         INSERT INTO auth.notifications (shop_id, id, owner_id, kind, installation_id, app_name, created_at)
         SELECT $2, gen_random_uuid(), $3, 'webhooks_paused', $4, 'a', $1`,
        [at, shop, owner, installation],
      ),
  },
  app_requests: {
    since: 'requested_at',
    make: (at, { shop, app, installation }) =>
      database.query(
        `INSERT INTO auth.app_requests VALUES ($2, gen_random_uuid(), $3, $4, $1, 'GET', '/api/orders', 200, 3, 'r', 0)`,
        [at, shop, app, installation],
      ),
  },
  installations: {
    since: 'uninstalled_at',
    make: async (at, { shop }) =>
      database.query(
        `INSERT INTO auth.installations (shop_id, id, app_id, scopes, status, uninstalled_at) VALUES ($2, gen_random_uuid(), $3, '{}', 'uninstalled', $1)`,
        [at, shop, (await anApp(database)).id],
      ),
  },
  audit_entries: {
    since: 'created_at',
    make: async (at, { shop }) => {
      await database.query(
        `INSERT INTO auth.audit_entries (id, shop_id, kind, created_at) VALUES (gen_random_uuid(), $2, 'apps.installed', $1)`,
        [at, shop],
      );
      await signHead(at, shop);
    },
  },
  apps: {
    since: 'deleted_at',
    make: async (at) =>
      database.query('UPDATE auth.apps SET deleted_at = $1 WHERE id = $2', [at, (await anApp(database)).id]),
  },
};

const isThere = async (table: OutdatedTable, at: Date) =>
  (await database.query(`SELECT FROM auth.${table} WHERE ${over[table].since} = $1`, [at])).length > 0;
const ago = (ms: number) => new Date(Date.now() - ms);

it.each(outdatedTables)(
  'OutdatedRows.delete() removes a row from %s after its retention time, and not before',
  async (table) => {
    const of = await living();
    const [old, recent] = [ago(times[table]! + 25 * hour), ago(times[table]! - hour)];
    for (const at of [old, recent]) await over[table].make(at, of);
    await rowsWith().delete();
    expect([await isThere(table, old), await isThere(table, recent)]).toEqual([false, true]);
    expect(told).toEqual([`${table} 1`, 'done']);
  },
);

it('OutdatedRows.delete() removes an access token 90 days after its revocation', async () => {
  const { shop } = await living();
  const text = `INSERT INTO auth.access_tokens (shop_id, id, name, digest, last_four, status, updated_at) VALUES ($2, gen_random_uuid(), 'a token', ${digest}, 'last', 'revoked', $1)`;
  for (const days of [91, 89]) await database.query(text, [ago(days * 24 * hour), shop]);
  await rowsWith().delete();
  expect(told).toEqual(['access_tokens 1', 'done']);
});

it('OutdatedRows.delete() removes a deleted app after its audit log entries, with its tokens and secrets', async () => {
  const at = ago(400 * 24 * hour);
  const of = await living();
  await over.nonces.make(at, of);
  await database.query(
    `INSERT INTO auth.audit_entries (id, shop_id, app_id, kind, created_at) VALUES (gen_random_uuid(), $1, $2, 'apps.installed', $3)`,
    [of.shop, of.app, at],
  );
  await signHead(at, of.shop);
  await database.query(`UPDATE auth.oauth_tokens SET status = 'revoked', updated_at = $2 WHERE id = $1`, [
    of.token,
    at,
  ]);
  await database.query(
    `UPDATE auth.installations SET status = 'uninstalled', uninstalled_at = $2 WHERE id = $1`,
    [of.installation, at],
  );
  await database.query(
    `INSERT INTO auth.app_icons (app_id, media_type, bytes) VALUES ($1, 'image/png', '')`,
    [of.app],
  );
  await database.query('UPDATE auth.apps SET deleted_at = $2 WHERE id = $1', [of.app, at]);
  await rowsWith({ ...times, audit_entries: undefined }).delete();
  expect(await isThere('apps', at)).toBe(true);
  await rowsWith().delete();
  expect(await isThere('apps', at)).toBe(false);
  for (const table of ['app_secrets', 'app_icons'])
    expect(await database.query(`SELECT FROM auth.${table} WHERE app_id = $1`, [of.app])).toEqual([]);
});

it('OutdatedRows.delete() removes an agent 90 days after its last request, unless a shop installed it', async () => {
  const shop = await aShop(database);
  const agent = (name: string, age: number) =>
    database.query(
      `INSERT INTO auth.apps (id, client_url, name, install_url, scopes, updated_at)
       VALUES (gen_random_uuid(), $1, 'Agent', $1, '{}', $2)`,
      [`https://${name}.example/client.json`, ago(age)],
    );
  await agent('old', times.apps! + hour);
  await agent('recent', times.apps! - hour);
  await agent('installed', times.apps! + hour);
  await database.query(
    `INSERT INTO auth.installations (shop_id, id, app_id, scopes, status)
     SELECT $1, gen_random_uuid(), id, '{}', 'installed' FROM auth.apps WHERE client_url LIKE 'https://installed%'`,
    [shop.id],
  );
  await rowsWith().delete();
  expect(told).toEqual(['apps 1', 'done']);
  const left = await database.query<{ client_url: string }>(
    'SELECT client_url FROM auth.apps WHERE client_url IS NOT NULL ORDER BY client_url',
  );
  expect(left.map(({ client_url }) => new URL(client_url).host)).toEqual([
    'installed.example',
    'recent.example',
  ]);
});

it('OutdatedRows.delete() keeps an OAuth token while an app can still exchange its nonce', async () => {
  const of = await living();
  await database.query(
    `UPDATE auth.oauth_tokens SET status = 'pending', digest = NULL, updated_at = $2 WHERE id = $1`,
    [of.token, ago(100 * 24 * hour)],
  );
  await over.nonces.make(new Date(Date.now() + hour), of);
  await rowsWith().delete();
  expect(await database.query('SELECT FROM auth.oauth_tokens WHERE id = $1', [of.token])).toHaveLength(1);
});

it('remove_outdated() keeps active and recently expired rows, even for the time limit infinity', async () => {
  const shop = await aShop(database);
  const of = await living();
  await anAccessToken(database, shop);
  const at = ago(hour);
  for (const table of outdatedTables) await over[table].make(at, of);
  await over.audit_entries.make(ago(29 * 24 * hour), of);
  const client = new Client({ connectionString: database.url('hooks') });
  await client.connect();
  const counts = () =>
    Promise.all(
      outdatedTables.map(async (table) => (await database.query(`SELECT FROM auth.${table}`)).length),
    );
  const before = await counts();
  for (const table of outdatedTables) await client.query({ ...removalOf(table, 'infinity', 1000) });
  expect(await counts()).toEqual(before);
  await client.end();
});

it('OutdatedRows.delete() repeats batches of 1,000 rows until no expired row is left', async () => {
  const { shop, app, installation } = await living();
  await database.query(
    `INSERT INTO auth.audit_entries (id, shop_id, kind, created_at) SELECT gen_random_uuid(), $1, 'apps.installed', $2 FROM generate_series(1, 2500)`,
    [shop, ago(times.audit_entries! + 25 * hour)],
  );
  await signHead(ago(times.audit_entries! + 25 * hour), shop);
  await database.query(
    `INSERT INTO auth.app_requests SELECT $1, gen_random_uuid(), $2, $3, $4, 'GET', '/', 200, 3, 'r', 0 FROM generate_series(1, 2500)`,
    [shop, app, installation, ago(times.app_requests! + hour)],
  );
  await rowsWith().delete();
  const requests = ['app_requests 1000', 'app_requests 1000', 'app_requests 500'];
  expect(told).toEqual([...requests, 'audit_entries 2500', 'done']);
});

it('OutdatedRows.delete() removes nothing while another worker removes rows', async () => {
  const of = await living();
  await over.sessions.make(ago(times.sessions! + hour), of);
  await database.query('BEGIN');
  await database.query(`SELECT pg_advisory_xact_lock(hashtextextended('auth.remove_outdated', 0))`);
  await rowsWith().delete();
  expect(told).toEqual(['done']);
  await database.query('ROLLBACK');
  await rowsWith().delete();
  expect(told).toEqual(['done', 'sessions 1', 'done']);
});

it('OutdatedRows.delete() continues with the next table after an error in one table', async () => {
  const of = await living();
  await over.sessions.make(ago(times.sessions! + hour), of);
  await database.query('ALTER TABLE auth.nonces RENAME TO nonces_away');
  Logger.overrideLogger(false);
  await rowsWith().delete();
  await database.query('ALTER TABLE auth.nonces_away RENAME TO nonces');
  expect(told).toContain('nonces failed');
  expect(told).toContain('sessions 1');
  expect(told).not.toContain('done');
});

it('OutdatedRows.delete() keeps all audit log entries if the operator sets no retention time for them', async () => {
  const of = await living();
  const at = ago(4_000 * 24 * hour);
  await over.audit_entries.make(at, of);
  await rowsWith(retentionTimes(undefined, 7 * 24 * hour)).delete();
  expect(await isThere('audit_entries', at)).toBe(true);
});

it('OutdatedRows.delete() queues an unused token for its expiry notice, unless unusedTokenDays is 0', async () => {
  const shop = await aShop(database);
  await anAccessToken(database, shop);
  const queued = () => database.query('SELECT kind, token_kind FROM auth.token_incidents');
  const age = `UPDATE auth.access_tokens SET created_at = $1, last_used_at = NULL WHERE shop_id = $2`;
  await database.query(age, [ago(82 * 24 * hour), shop.id]);
  await rowsWith(times, 90).delete();
  await database.query(age, [ago(84 * 24 * hour), shop.id]);
  await rowsWith(times, 0).delete();
  expect(await queued()).toEqual([]);
  await rowsWith(times, 90).delete();
  expect(await queued()).toEqual([{ kind: 'expiring', token_kind: 'access_token' }]);
  expect(told).toEqual(['done', 'done', 'done']);
});

it('OutdatedRows runs one to two minutes after the start of a worker, and then every six hours', async () => {
  jest.useFakeTimers();
  const query = jest.fn().mockResolvedValue([{ removed: 0 }]);
  const none = { removed: () => {}, removalFailed: () => {}, removalDone: () => {} };
  const rows = new OutdatedRows({ query } as unknown as AuthDatabase, none, {
    times,
    random: () => 0.9,
    now: () => Promise.resolve(Date.now()),
  });
  try {
    rows.onApplicationBootstrap();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(query).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(query).toHaveBeenCalledTimes(outdatedTables.length);
    await jest.advanceTimersByTimeAsync(6 * hour);
    expect(query).toHaveBeenCalledTimes(2 * outdatedTables.length);
  } finally {
    await rows.beforeApplicationShutdown();
    jest.useRealTimers();
  }
});

/** The reason why the size of each table is limited. */
const bounds: Record<string, string> = {
  ...Object.fromEntries(outdatedTables.map((table) => [`auth.${table}`, 'removed by this job'])),
  'auth.audit_chains': 'one for a shop',
  'auth.audit_links': 'one for an audit entry, and goes with it',
  'auth.audit_heads': 'one for a day with entries: go with the entries, except the last one',
  'auth.shops': 'made by the operator, and by people as many as the operator allows',
  'auth.test_shops': 'as many for a person as the operator allows',
  'auth.owners': 'one for a person',
  'auth.members': 'one for a person and a shop',
  'auth.roles': 'fifty for a shop',
  'auth.canary_tokens': 'fifty for a shop',
  'auth.token_incidents': 'go when they are handled, within seconds',
  'auth.shop_logos': 'one for a shop',
  'auth.erasures': 'one for an erased customer or an uninstallation: they prove the erasure',
  'auth.erasure_requests': 'one for an erasure and an app',
  'auth.saved_views': 'eighty for a member of a shop',
  'auth.scope_reductions': '30 days: go with the next reduction of the shop',
  'auth.refresh_tokens': '30 days: go with the next token of the agent in the shop',
  'auth.scope_days': '100 days: go with the next counted request of the shop',
  'auth.customer_days': '100 days: go with the next counted read of the shop',
  'auth.network_days': '100 days: go with the next counted request of the shop',
  'auth.notification_preferences': 'one for a kind and a member of a shop',
  'auth.app_listings': 'one for an app, and goes with it',
  'auth.listing_versions': 'one for a submission of a listing, and goes with its app',
  'auth.listed_apps': 'one for an app, and goes with it',
  'auth.listing_images': 'a few for an app, and go with it',
  'auth.developer_domains': 'a few for a developer',
  'auth.invitations': 'a few for a shop: those that have been over for a month go with the next one',
  'auth.event_outbox':
    'each is carried over to the log of its shop; a refused one waits for the operator, with an alarm',
  'auth.password_resets': 'a few for a person: those that are over go with the next one',
  'auth.email_changes': 'one for a person',
  'auth.session_transfers': 'one for a session, and goes with it',
  'auth.device_refresh_tokens': 'one for each used hour of a device’s session, and goes with it',
  'auth.totp_devices': 'one for a person',
  'auth.recovery_codes': 'ten for a person',
  'auth.passkeys': 'twenty for a person',
  'auth.outgoing_mails': 'go when they are sent, or when their link would be over',
  'auth.deprecated_requests': '90 days: go with the next that the shop uses',
  'auth.app_icons': 'one for an app, and goes with it',
  'auth.downloads': 'a year after the last request: go when the auth API stores a newer version',
  'auth.api_declarations': 'one for an API',
  'auth.app_contracts': 'one for an app, and goes with it',
  'auth.deprecation_notices': 'one for a deprecated feature and an app',
  'auth.key_checks': 'one for a key of the platform',
  'auth.retention_runs': 'one for each database',
  'auth.rate_limits': 'rate-limiter-flexible deletes those that have expired, every five minutes',
  'shop.events': '30 days (libs/platform/webhooks)',
  'shop.webhook_deliveries': '30 days (libs/platform/webhooks)',
  'shop.webhook_attempts': 'go with their delivery',
  'shop.webhook_streams': 'one for an installation; an ended one goes when its deliveries have gone',
  'shop.idempotency_keys': 'a day (libs/platform/webhooks)',
  'shop.event_streams': 'one for a shop',
  'shop.redactions': 'one for a customer who asked for it: the receipt',
  'shop.order_numbers': 'one for a shop',
  'shop.meta': 'by apps',
  'shop.meta_entries': 'go with their object',
  'shop.meta_segments': 'a few for a shop',
  'shop.search_terms': 'go with their row',
  'shop.transactions': 'a few for an order, and go with it',
  'shop.fulfillments': 'a few for an order, and go with it',
  'shop.order_comments': 'by the shop, and go with their order',
  'shop.imports': '14 days (libs/shop/catalog)',
  'shop.import_rows': 'go with their import',
  'shop.proposals': '30 days (libs/shop/proposals)',
  'shop.proposal_changes': 'go with their proposal',
  'shop.products': 'by the shop',
  'shop.variants': 'by the shop',
  'shop.inventory_changes': 'go with their variant',
  'shop.product_images': 'by the shop',
  'shop.image_files': 'by the shop, and a day after the upload if no product image uses the file',
  'shop.image_contents': 'go with their file',
  'shop.customers': 'by the shop',
  'shop.codes': 'by the shop',
  'shop.code_products': 'go with their code or product',
  'shop.orders': 'by the shop',
  'shop.order_codes': 'go with their order',
  'shop.order_variants': 'go with their order',
};

it('every database table has a documented reason why its size is limited', async () => {
  const rows = await database.query<{ name: string }>(
    `SELECT c.oid::regclass::text AS name FROM pg_class c WHERE c.relnamespace::regnamespace::text IN ('auth', 'shop') AND c.relkind IN ('r', 'p') AND NOT c.relispartition`,
  );
  const kept = /migrations$/;
  expect(
    rows
      .map(({ name }) => name)
      .filter((name) => !kept.test(name))
      .sort(),
  ).toEqual(Object.keys(bounds).sort());
});
