/** @isolated because it lists the entities that the service loads. */

import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aTenant, type Tenant, type TestApi } from '@storewright/api-testing';
import { isServed, Subject } from '@storewright/conformance';
import { columnsOf, loadedEntities, ShopRow, tableOf } from '@storewright/entities';
import { AuthDatabase } from '@storewright/database';
import { exportShop, importShop, type ImportOptions, shopFileTables } from '@storewright/schema';
import {
  anApp,
  anOAuthToken,
  HttpClient,
  type TestApp,
  type TestDatabase,
  testDatabase,
  testKey,
  testPassword,
} from '@storewright/testing';
import { mintToken, open, seal, secretProof } from '@storewright/tokens';
import { Client } from 'pg';
import { TestShopJob } from './test-shops/test-shop-job';
import { librariesOfShop } from './testing/libraries';
import { startShopApi } from './testing/shop-api';

/* An exported shop that is imported elsewhere must equal the original shop (docs/adr/backups.md). */
const folder = mkdtempSync(join(tmpdir(), 'storewright-shop-file-'));
const file = join(folder, 'shop.ndjson');
const passwords = { owner: 'owner' };
const keys: ImportOptions['keys'] = new Map([['test', Buffer.from(testKey, 'base64')]]);
const email = 'ada@example.test';

let source: TestApi;
let target: TestDatabase;
let tenant: Tenant;
let oauthToken: string;
let appOfShop: TestApp;
beforeAll(async () => {
  [source, target] = [await startShopApi(), await testDatabase()];
  tenant = await aTenant(source);
  await fillShop();
  await fillDirectory();
  // Assigns sequence numbers to all events and stores the counters that are in memory. The shop does not
  // change afterwards.
  await tenant.http.get('/api/events');
  await restart();
  await exported({ id: tenant.shop.id });
});
afterAll(async () => {
  await source.close();
  await target.drop();
  rmSync(folder, { recursive: true });
});

/** A stopping process stores its counters and its pending log entries. */
async function restart(): Promise<void> {
  await source.application.close();
  source = await startShopApi(undefined, source.database);
}

/**
 * Creates an object of every resource, the objects that relationships refer to, and rows in all other tables.
 */
async function fillShop(): Promise<void> {
  for (const library of await librariesOfShop()) {
    const subject = new Subject(library);
    Object.assign(subject, { api: source, tenant });
    for (const { resource } of library.samples.filter(isServed))
      await subject.anObject(tenant.http, resource.type);
    for (const link of subject.links) await subject.aLinked(tenant.http, link);
    await library.fill?.({ database: source.database, tenant });
  }
  const key = randomUUID();
  const data = {
    type: 'meta',
    attributes: { resource_type: 'notes', resource_id: key, data: { '\u2028': '\r' } },
  };
  await tenant.http.post('/api/meta', { data }, { headers: { 'idempotency-key': key } });
}

/**
 * Creates the auth data of a shop: an owner, an app with encrypted secrets, its token, and the rows that
 * their use creates.
 */
async function fillDirectory(): Promise<void> {
  const { database } = source;
  const app = await anApp(database, { requireProof: true });
  appOfShop = app;
  oauthToken = await anOAuthToken(database, tenant.shop, app, ['meta.collection']);
  const owner = randomUUID();
  const [shop] = [tenant.shop.id];
  const rows: [string, unknown[]][] = [
    [
      'INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, $2, $3)',
      [owner, email, testPassword.hash],
    ],
    ['INSERT INTO auth.shop_owners (shop_id, owner_id) VALUES ($1, $2)', [shop, owner]],
    [`INSERT INTO auth.test_shops (shop_id, owner_id, status) VALUES ($1, $2, 'ready')`, [shop, owner]],
    [
      `INSERT INTO auth.invitations (shop_id, id, email, email_key, role, invited_by, expires_at)
       VALUES ($1, gen_random_uuid(), 'b@example.test', 'b@example.test', 'read_only', $2, 'infinity')`,
      [shop, owner],
    ],
    [
      `INSERT INTO auth.roles (shop_id, id, name, name_key, scopes)
       VALUES ($1, gen_random_uuid(), 'Packer', 'packer', '{orders.get}')`,
      [shop],
    ],
    [`INSERT INTO auth.shop_logos (shop_id, digest, bytes) VALUES ($1, 'd', '\\x0089')`, [shop]],
    [
      `INSERT INTO auth.scope_reductions (shop_id, id, installation_id, removed_scopes, remaining_scopes,
        had_all_scopes, refused_requests_30_days)
       SELECT shop_id, gen_random_uuid(), id, '{meta.post}', scopes, false, 0 FROM auth.installations
       WHERE shop_id = $1`,
      [shop],
    ],
    [
      `INSERT INTO auth.saved_views (shop_id, id, owner_id, name, list, query, is_shared)
       VALUES ($1, gen_random_uuid(), $2, 'Open', 'orders', 'status=open', true)`,
      [shop, owner],
    ],
    [
      `INSERT INTO auth.canary_tokens (shop_id, id, name, digest, last_four)
       VALUES ($1, gen_random_uuid(), 'Repository', sha256('canary'), 'xxxx')`,
      [shop],
    ],
    [
      `INSERT INTO auth.notifications (shop_id, id, owner_id, kind, installation_id, app_name)
       VALUES ($1, gen_random_uuid(), $2, 'webhooks_paused', gen_random_uuid(), 'Label printer')`,
      [shop, owner],
    ],
    [
      `INSERT INTO auth.notification_preferences (shop_id, owner_id, kind, in_panel, by_mail)
       VALUES ($1, $2, 'webhooks_paused', true, false)`,
      [shop, owner],
    ],
    [
      `INSERT INTO auth.deprecated_requests (shop_id, day, credential_id, feature, credential, requests,
        last_request_at)
       VALUES ($1, now(), gen_random_uuid(), 'a feature', 'access_tokens', 1, now())`,
      [shop],
    ],
    [
      `INSERT INTO auth.app_requests VALUES ($1, gen_random_uuid(), $2, gen_random_uuid(), now(), 'GET',
        '/api/orders', 200, 3, 'a request', 0)`,
      [shop, app.id],
    ],
    [
      'INSERT INTO auth.webhook_secrets (app_id, generation, id, sealed) VALUES ($1, 1, gen_random_uuid(), $2)',
      [app.id, seal(keys, 'whsec_secret')],
    ],
    [`INSERT INTO auth.app_icons (app_id, media_type, bytes) VALUES ($1, 'image/png', '\\x0089')`, [app.id]],
    [
      `INSERT INTO auth.nonces (digest, shop_id, oauth_token_id, expires_at) SELECT decode($2, 'hex'), shop_id,
        id, 'infinity' FROM auth.oauth_tokens WHERE shop_id = $1`,
      [shop, mintToken('oauth_token').digest],
    ],
    [
      `INSERT INTO auth.refresh_tokens (shop_id, id, installation_id, family_id, oauth_token_id, digest, expires_at)
        SELECT shop_id, id, installation_id, id, id, decode($2, 'hex'), 'infinity' FROM auth.oauth_tokens
        WHERE shop_id = $1`,
      [shop, mintToken('refresh_token').digest],
    ],
    [
      `INSERT INTO auth.audit_entries (id, shop_id, owner_id, app_id, kind) VALUES (gen_random_uuid(), $1, $2,
        $3, 'spec')`,
      [shop, owner, app.id],
    ],
    [
      `INSERT INTO auth.event_outbox (shop_id, id, type, resource_type, resource_id, resource, changed,
        occurred_at) VALUES ($1, gen_random_uuid(), 'shops.updated', 'shops', $2, '{}', '{"a,b",NULL}', now())`,
      [shop, shop],
    ],
    [
      `INSERT INTO auth.erasures (shop_id, id, subject, resource, requested_at, due_at)
       VALUES ($1, $1, 'shop', '{"type":"shops"}', now(), now())`,
      [shop],
    ],
    [
      `INSERT INTO auth.erasure_requests (shop_id, erasure_id, installation_id, app_id, app_name)
       VALUES ($1, $1, gen_random_uuid(), gen_random_uuid(), 'Label printer')`,
      [shop],
    ],
    [
      `INSERT INTO auth.request_counts VALUES ($1, date_trunc('hour', now()), gen_random_uuid(),
        'access_tokens', 3, 2, 1)`,
      [shop],
    ],
    [
      `INSERT INTO auth.request_days VALUES ($1, gen_random_uuid(), date_trunc('day', now()), 3, 2, 1)`,
      [shop],
    ],
    [
      `INSERT INTO auth.scope_days VALUES ($1, date_trunc('day', now()), gen_random_uuid(), 'access_tokens',
        'meta.get', 'GET', 3)`,
      [shop],
    ],
    [
      `INSERT INTO auth.network_days VALUES ($1, date_trunc('day', now()), gen_random_uuid(), 'access_tokens',
        '203.0.113.0/24', 3)`,
      [shop],
    ],
    [
      `INSERT INTO auth.customer_days VALUES ($1, date_trunc('day', now()), gen_random_uuid(), 'access_tokens',
        'orders', 0, ARRAY[gen_random_uuid()])`,
      [shop],
    ],
    [
      `INSERT INTO auth.webhook_counts VALUES ($1, gen_random_uuid(), date_trunc('hour', now()), 3, 2, 1,
        array_fill(0, ARRAY[13]))`,
      [shop],
    ],
    [
      `INSERT INTO auth.webhook_days VALUES ($1, gen_random_uuid(), date_trunc('day', now()), 3, 2, 1,
        array_fill(0, ARRAY[13]))`,
      [shop],
    ],
    [
      `INSERT INTO auth.sessions (id, owner_id, digest, expires_at) VALUES ($1, $1, sha256('session'), 'infinity')`,
      [owner],
    ],
    [
      `INSERT INTO auth.access_tokens (shop_id, id, name, digest, last_four, expires_at,
        session_id) VALUES ($1, gen_random_uuid(), 'of a session', sha256('token'), 'last', 'infinity', $2)`,
      [shop, owner],
    ],
  ];
  for (const [text, values] of rows) await database.query(text, values);
}

const serversOf = ({ administratorUrl }: TestDatabase) => ({
  auth: administratorUrl,
  shop: administratorUrl,
});
const exported = (which: { id: string } | { domain: string }, path = file) =>
  exportShop(serversOf(source.database), passwords, which, path);
const imported = (options: Partial<ImportOptions> = {}, path = file, into = target) =>
  importShop(serversOf(into), passwords, path, { keys, ...options });

/** Returns all rows with data of the shop as text, by table. */
async function contents(database: TestDatabase): Promise<Map<string, string[]>> {
  const client = new Client({ connectionString: database.administratorUrl });
  await client.connect();
  try {
    const tables = [...(await shopFileTables(client, 'auth')), ...(await shopFileTables(client, 'shop'))];
    const all = new Map<string, string[]>();
    for (const { name, condition } of tables) {
      const text = `SELECT to_jsonb(t) - '{epoch,server,node,locked_by,locked_until}'::text[] AS row
                     FROM ${name} t WHERE ${condition}`;
      const { rows } = await client.query<{ row: object }>(text, [tenant.shop.id]);
      all.set(name, rows.map(({ row }) => JSON.stringify(row)).sort());
    }
    return all;
  } finally {
    await client.end();
  }
}

describe('exported shop', () => {
  it('contains every column of every table with rows of the shop', async () => {
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    const tables = new Map(
      lines
        .map((line) => JSON.parse(line) as { table?: string; columns: string[] })
        .flatMap(({ table, columns }) => (table ? [[table, columns.toSorted()]] : [])) as [
        string,
        string[],
      ][],
    );
    const entities = loadedEntities().filter(({ prototype }) => prototype instanceof ShopRow);
    expect(entities.length).toBeGreaterThan(20);
    for (const entity of entities)
      expect([tableOf(entity), tables.get(tableOf(entity))]).toEqual([
        tableOf(entity),
        columnsOf(entity)
          .map(({ name }) => name)
          .sort(),
      ]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('has rows in every table, which makes the comparison of tables meaningful', async () => {
    const empty = [...(await contents(source.database))].filter(([, rows]) => rows.length === 0);
    expect(empty.map(([name]) => name)).toEqual([]);
  });

  it('contains no sessions, and a failed export leaves no file', async () => {
    expect(readFileSync(file, 'utf8')).not.toContain('of a session');
    const nowhere = exported({ domain: 'nowhere' }, join(folder, 'nowhere'));
    await expect(nowhere).rejects.toThrow('no shop has the domain nowhere');
    expect(() => statSync(join(folder, 'nowhere'))).toThrow('ENOENT');
  });
});

describe('import-shop rejects without writing a row', () => {
  const changed = (change: (text: string) => string): string => {
    const path = join(folder, randomUUID());
    writeFileSync(path, change(readFileSync(file, 'utf8')));
    return path;
  };
  const ended = (text: string, at: number) => text.slice(0, at);

  it.each<[string, (text: string) => string, RegExp]>([
    ['cut off within a line', (text) => ended(text, text.length - 20), /cut short/],
    [
      'cut off between lines',
      (text) => ended(text, text.lastIndexOf('\n', text.length - 2) + 1),
      /cut short/,
    ],
    ['that is empty', () => '', /cut short/],
    ['with one changed character', (text) => text.replace('A shop', 'B shop'), /checksum/],
    [
      'with an unsupported format version',
      (text) => text.replace('"version":1', '"version":2'),
      /version 2 of the format/,
    ],
    ['that is not an export of a shop', () => '{"a":1}\n', /no export of a shop/],
  ])('a file %s', async (_, change, message) => {
    await expect(imported({}, changed(change))).rejects.toThrow(message);
  });

  it('a file with a different schema version', async () => {
    await target.query(`INSERT INTO shop.migrations ("timestamp", name) VALUES (9, 'Later9')`);
    await expect(imported()).rejects.toThrow(/^the file is of the schema \w+, and here it is Later9: bring/);
    await target.query(`DELETE FROM shop.migrations WHERE name = 'Later9'`);
  });

  it('a file with secrets that no configured key can decrypt, or with the name of a different key', async () => {
    const other = Buffer.alloc(32, 9);
    await expect(imported({ keys: new Map([['new', other]]) })).rejects.toThrow(
      'secrets of the file are sealed with the key "test", which is not in SECRETS_KEY: set SOURCE_SECRETS_KEY',
    );
    await expect(imported({ keys: new Map([['test', other]]) })).rejects.toThrow(
      'the key "test" in SECRETS_KEY is another one',
    );
  });

  it('a file with a person whose email address belongs to a different local account', async () => {
    await target.query(
      `INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, 'Somebody', 'none')`,
      [randomUUID(), email],
    );
    await expect(imported()).rejects.toThrow(`the address ${email} is that of another account here`);
    await target.query('DELETE FROM auth.owners');
  });

  it('every invalid file, so that all tables are empty at the end', async () => {
    const left = [...(await contents(target))].filter(([, rows]) => rows.length > 0);
    expect(left).toEqual([]);
  });
});

describe('imported shop', () => {
  let api: TestApi;
  beforeAll(async () => {
    await imported();
    api = await startShopApi(undefined, target);
  });
  // Closes only the application. Closing the whole API would drop the database, which later tests query.
  afterAll(() => api.application.close());

  it('has the same rows as the source in every table, including ids, versions, times and sequences', async () => {
    expect(await contents(target)).toEqual(await contents(source.database));
  });

  it('returns the same responses as the source for the same tokens and Secret-Proof headers', async () => {
    const { domain } = tenant.shop;
    const types = (await librariesOfShop()).flatMap(({ samples }) =>
      samples.filter(isServed).map(({ resource }) => resource.path),
    );
    const [before, after] = [source.port, api.port].map(
      (port) => new HttpClient(port, `${domain}.localhost`, tenant.token),
    );
    for (const path of [...types, 'events', 'webhook_deliveries', 'webhook_streams'].map(pathOf)) {
      const answers = [await before!.get(path), await after!.get(path)];
      // The imported log starts a new epoch, which `meta.epoch` shows.
      const [one, other] = answers.map(({ text }) =>
        text
          .replaceAll(/localhost:\d+/g, 'localhost')
          .replaceAll(/page(%5B|\[)after[^"]*/g, 'page[after]')
          .replace(/"meta":\{"epoch":\d+\}/, '"meta":{}'),
      );
      expect([path, answers[1]!.status, other]).toEqual([path, 200, one]);
    }
    const proof = { 'secret-proof': secretProof(appOfShop.secret, oauthToken) };
    for (const port of [source.port, api.port]) {
      const client = new HttpClient(port, `${domain}.localhost`, oauthToken);
      const [proved, bare] = [
        await client.get('/api/meta', { headers: proof }),
        await client.get('/api/meta'),
      ];
      expect([proved.status, bare.status]).toEqual([200, 401]);
    }
  });

  it('creates new events in a new epoch, after the imported events', async () => {
    const [was] = await source.database.query<{ last_sequence: string; epoch: string }>(
      'SELECT last_sequence, epoch FROM shop.event_streams WHERE shop_id = $1',
      [tenant.shop.id],
    );
    const data = { type: 'meta', attributes: { resource_type: 'notes', resource_id: '1', data: {} } };
    const client = new HttpClient(api.port, `${tenant.shop.domain}.localhost`, tenant.token);
    expect((await client.post('/api/meta', { data })).status).toBe(201);
    const { body } = await client.get('/api/events?sort=-sequence&page[size]=1');
    const { sequence, epoch } = body.data[0].attributes as { sequence: number; epoch: number };
    expect(sequence).toBe(Number(was!.last_sequence) + 1);
    expect(epoch).toBeGreaterThan(Number(was!.epoch));
  });

  it('cannot be imported twice, and no second shop can use its domain', async () => {
    await expect(imported()).rejects.toThrow(
      `the shop ${tenant.shop.domain} (${tenant.shop.id}) is here already.`,
    );
    const another = await aTenant(source);
    await source.database.query('UPDATE auth.shops SET domain = $2 WHERE id = $1', [
      tenant.shop.id,
      'moved-away',
    ]);
    await source.database.query('UPDATE auth.shops SET domain = $2 WHERE id = $1', [
      another.shop.id,
      tenant.shop.domain,
    ]);
    const path = join(folder, 'same-domain');
    await exported({ domain: tenant.shop.domain }, path);
    await expect(imported({}, path)).rejects.toThrow(
      `the domain ${tenant.shop.domain} is that of another shop here (${tenant.shop.id}).`,
    );
  });
});

describe('import-shop into a database with data', () => {
  let other: TestDatabase;
  beforeEach(async () => {
    other = await testDatabase();
  });
  afterEach(() => other.drop());
  // Another key with the same name, because two platforms can choose the same key name.
  const others = new Map([['test', Buffer.alloc(32, 9)]]);
  const somebody = randomUUID();
  const makeSomebody = () =>
    other.query(
      `INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, 'Ada there', 'none')`,
      [somebody, email],
    );

  it('encrypts secrets with the first key of the target platform, and matches people by email address', async () => {
    await makeSomebody();
    await imported({ keys: others, sourceKeys: keys, samePeople: true }, file, other);
    const secrets = await other.query<{ sealed: string }>('SELECT sealed FROM auth.webhook_secrets');
    expect(secrets.map(({ sealed }) => open(others, sealed))).toEqual(['whsec_secret']);
    const owners = await other.query('SELECT owner_id FROM auth.shop_owners');
    expect(owners).toEqual([{ owner_id: somebody }]);
    expect(await other.query('SELECT DISTINCT owner_id FROM auth.audit_entries')).toEqual(owners);
  });

  it('keeps an app that already exists, with its secret', async () => {
    await makeSomebody();
    await other.query(
      `INSERT INTO auth.apps (id, owner_id, name, install_url, scopes) VALUES ($1, $2, 'As it is here',
        'http://localhost/', '{}')`,
      [appOfShop.id, somebody],
    );
    await imported({ samePeople: true }, file, other);
    expect(await other.query('SELECT name FROM auth.apps')).toEqual([{ name: 'As it is here' }]);
    expect(await other.query('SELECT 1 FROM auth.app_secrets')).toEqual([]);
  });

  it('imports no password for a person whose second factor is missing in the file', async () => {
    const path = join(folder, 'second-factor');
    await source.database.query(
      `INSERT INTO auth.totp_devices (id, owner_id, sealed) SELECT gen_random_uuid(), id,
        'sealed' FROM auth.owners WHERE email = $1`,
      [email],
    );
    await exported({ id: tenant.shop.id }, path);
    await imported({}, path, other);
    const hashes = await other.query('SELECT password_hash FROM auth.owners WHERE email = $1', [email]);
    expect(hashes).toEqual([{ password_hash: 'none' }]);
  });

  it('completes an import that stopped between its two commits, and changes no rows of other shops', async () => {
    await imported({}, file, other);
    for (const { name } of await directoryTables(other)) await other.query(`TRUNCATE ${name} CASCADE`);
    expect(await imported({}, file, other)).toMatchObject({ resumed: true });
    for (const { name } of await directoryTables(other)) await other.query(`TRUNCATE ${name} CASCADE`);
    await other.query('DELETE FROM shop.idempotency_keys');
    await expect(imported({}, file, other)).rejects.toThrow(
      /are not those of the file \(shop\.idempotency_keys\)/,
    );
  });
});

const pathOf = (path: string) => `/api/${path.replace(/^\/?(api\/)?/, '')}`;

function directoryTables(database: TestDatabase): Promise<{ name: string }[]> {
  return database.query<{ name: string }>(
    `SELECT 'auth.' || relname AS name FROM pg_class WHERE relnamespace = 'auth'::regnamespace
      AND relkind = 'r' AND relname <> 'migrations'`,
  );
}

// The shop has rows in every table, so a table that the removal misses is noticed.
describe('a removed test shop', () => {
  let another: Tenant;
  const ask = (change: string) =>
    source.database.query(`UPDATE auth.test_shops SET ${change} WHERE shop_id = $1`, [tenant.shop.id]);
  const look = () => source.application.get(TestShopJob).look();
  const left = async () =>
    [...(await contents(source.database))].flatMap(([name, rows]) => (rows.length > 0 ? [name] : []));
  beforeAll(async () => {
    // Request counts are written later. Counts of earlier specs would otherwise be written to the emptied
    // shop.
    await restart();
    another = await aTenant(source);
    await another.http.post('/api/products', { data: { type: 'products', attributes: { title: 'Mug' } } });
  });

  it('cannot be deleted before its removal is requested', async () => {
    const remove = { text: 'SELECT auth.remove_test_shop(true)' };
    const auth = source.application.get(AuthDatabase);
    await expect(auth.query({ shop_id: tenant.shop.id }, remove)).rejects.toThrow('no test shop');
    await expect(auth.query({ shop_id: another.shop.id }, remove)).rejects.toThrow('no test shop');
  });

  it('first keeps only the row that blocks access to the shop', async () => {
    await ask(`status = 'removing', requested_at = now()`);
    await look();
    expect(await left()).toEqual(['auth.owners', 'auth.shops', 'auth.test_shops']);
    // A transaction that started before the removal can still insert rows.
    const late = 'INSERT INTO shop.order_numbers (shop_id, last_number) VALUES ($1, 1)';
    await source.database.query(late, [tenant.shop.id]);
    await look();
    expect(await left()).toContain('shop.order_numbers');
  });

  it('leaves no rows after all older transactions have ended, and a second shop stays unchanged', async () => {
    await ask(`requested_at = now() - interval '5 minutes 1 second'`);
    await look();
    expect(await left()).toEqual([]);
    expect((await another.http.get('/api/products')).body.data).toHaveLength(1);
    const { status } = await new HttpClient(source.port, 'moved-away.localhost', tenant.token).get(
      '/api/products',
    );
    expect(status).toBe(404);
  });
});
