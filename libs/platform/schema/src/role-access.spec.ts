import { randomUUID } from 'node:crypto';
import type { Client } from 'pg';
import { roles } from './roles';
import { type ScratchDatabase, scratchDatabase } from './testing/scratch-database';

const services = ['auth', 'shop', 'hooks'] as const;
type Service = (typeof services)[number];

/**
 * Tables whose rows a service may read without a context, with the readable columns. Add a table only if its
 * content is public, and state the reason.
 */
const open: Record<string, Partial<Record<Service, readonly string[] | 'all'>>> = {
  // Addresses and names of shops, which are public.
  'auth.shops': { auth: 'all', shop: 'all', hooks: 'all' },
  // Digests of the services' own keys.
  'auth.key_checks': { auth: 'all', shop: 'all', hooks: 'all' },
  // Packages that everybody can download.
  'auth.downloads': { auth: 'all' },
  // Names of the migrations that ran.
  'auth.migrations': { auth: 'all', shop: 'all', hooks: 'all' },
  'shop.migrations': { auth: 'all', shop: 'all', hooks: 'all' },
  // Times of the deletion job.
  'auth.retention_runs': { hooks: 'all' },
  // Counts under digests and ids, which services write before they know the shop. A policy shows only the rows of the
  // service.
  'auth.rate_limits': { auth: 'all', shop: 'all' },
  // Digests of reported tokens, which the auth API handles before it knows the shop.
  'auth.token_incidents': { auth: 'all' },
  // Apps that the operator approved for the directory.
  'auth.listed_apps': { auth: 'all' },
  // Names in the public OpenAPI document of the shop API.
  'auth.api_declarations': { auth: 'all', shop: 'all' },
  // Every owner can see an app. Secrets of apps are in other tables.
  'auth.apps': {
    auth: 'all',
    shop: ['allowed_networks', 'id', 'name', 'require_proof'],
    hooks: ['id', 'owner_id', 'webhook_events', 'webhook_url'],
  },
};

describe('service roles without a shop context', () => {
  let database: ScratchDatabase;
  let as: Record<Service, Client>;
  beforeAll(async () => {
    database = await scratchDatabase();
    await database.migrate();
    as = {
      auth: await database.as('auth'),
      shop: await database.as('shop'),
      hooks: await database.as('hooks'),
    };
    await fill(database.client);
  });
  afterAll(() => database.drop());

  interface Readable {
    name: string;
    /** Columns that the role may select. null if the role may not select any. */
    columns: string[] | null;
    all: boolean;
  }
  const tablesOf = async (service: Service): Promise<Readable[]> => {
    const { rows } = await database.client.query<Readable>(
      `SELECT c.oid::regclass::text AS name, bool_and(has_column_privilege($1, c.oid, a.attnum, 'SELECT')) AS all,
         array_agg(a.attname::text ORDER BY a.attname) FILTER (WHERE has_column_privilege($1, c.oid, a.attnum, 'SELECT')) AS columns
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE c.relnamespace::regnamespace::text IN ('auth', 'shop') AND c.relkind IN ('r', 'p', 'v', 'm', 'f') GROUP BY c.oid ORDER BY 1`,
      [roles[service]],
    );
    return rows;
  };

  it.each(services)(
    '%s can read rows only of the documented tables, and of these only the documented columns',
    async (service) => {
      const tables = await tablesOf(service);
      expect(tables.length).toBeGreaterThan(25);
      for (const { name, columns, all } of tables) {
        const { rows } = await database.client.query(`SELECT FROM ${name} LIMIT 1`);
        expect([name, rows.length]).toEqual([name, 1]);
        const listed = open[name]?.[service];
        if (listed) {
          expect([name, all ? 'all' : columns]).toEqual([name, listed]);
          continue;
        }
        const seen = columns
          ? (await as[service].query(`SELECT ${columns.map((each) => `"${each}"`).join()} FROM ${name}`)).rows
          : [];
        expect([name, seen]).toEqual([name, []]);
        if (!all)
          await expect(as[service].query(`SELECT * FROM ${name}`)).rejects.toMatchObject({ code: '42501' });
      }
    },
  );

  it('can read all rows of a new table without row-level security', async () => {
    await database.client.query(
      'CREATE TABLE auth.forgotten (id uuid); GRANT SELECT ON auth.forgotten TO storewright_shop',
    );
    await database.client.query('INSERT INTO auth.forgotten VALUES (gen_random_uuid())');
    const found = (await tablesOf('shop')).find(({ name }) => name === 'auth.forgotten');
    expect(found).toMatchObject({ all: true });
    expect((await as.shop.query('SELECT * FROM auth.forgotten')).rows).toHaveLength(1);
    await database.client.query('DROP TABLE auth.forgotten');
  });

  it('can read only the rate limit counters of their own service', async () => {
    const keys = ['auth-api:x', 'shop-api:x', 'another:x'];
    const { client } = database;
    for (const key of keys)
      await client.query('INSERT INTO auth.rate_limits (key, points, expire) VALUES ($1, 1, 1)', [key]);
    const seen = async (service: Service) =>
      (await as[service].query<{ key: string }>('SELECT key FROM auth.rate_limits')).rows.map(
        ({ key }) => key,
      );
    expect(await Promise.all([seen('auth'), seen('shop')])).toEqual([['auth-api:x'], ['shop-api:x']]);
    await expect(seen('hooks')).rejects.toMatchObject({ code: '42501' });
    await client.query('DELETE FROM auth.rate_limits WHERE key = ANY ($1)', [keys]);
  });

  it('can read one person by email address, one session by its token, and the rows of a person', async () => {
    const digest = (text: string) => `encode(sha256('${text}'), 'hex')`;
    const seen = async (settings: string, table: string) => {
      await as.auth.query('BEGIN');
      try {
        await as.auth.query(`SELECT ${settings}`);
        return (await as.auth.query<{ id: string }>(`SELECT * FROM auth.${table}`)).rows.length;
      } finally {
        await as.auth.query('ROLLBACK');
      }
    };
    const credential = (text: string) => `set_config('app.credential', ${digest(text)}, true)`;
    const { rows } = await database.client.query<{ id: string }>(
      `SELECT id FROM auth.owners WHERE email_key = 'e0'`,
    );
    const ofOwner = `set_config('app.owner_id', '${rows[0]!.id}', true)`;
    const ofApp = `set_config('app.app_id', (SELECT id::text FROM auth.apps WHERE name = 'a0'), true)`;
    for (const [settings, counts] of [
      [credential('e0'), { owners: 1, sessions: 0, app_secrets: 0, webhook_secrets: 0, app_icons: 0 }],
      [credential('s0'), { owners: 1, sessions: 1, app_secrets: 0, webhook_secrets: 0, app_icons: 0 }],
      [credential('none'), { owners: 0, sessions: 0, app_secrets: 0, webhook_secrets: 0, app_icons: 0 }],
      [ofOwner, { owners: 1, sessions: 1, app_secrets: 1, webhook_secrets: 1, app_icons: 1 }],
      [ofApp, { owners: 0, sessions: 0, app_secrets: 1, webhook_secrets: 1, app_icons: 1 }],
    ] as const)
      for (const [table, count] of Object.entries(counts))
        expect([settings, table, await seen(settings, table)]).toEqual([settings, table, count]);
  });

  it('can read app secrets only with a token of the app, and webhook secrets only in a shop context', async () => {
    const seen = async (service: Service, settings: string, table: string) => {
      await as[service].query('BEGIN');
      try {
        await as[service].query(`SELECT ${settings}`);
        return (await as[service].query<{ sealed: string }>(`SELECT sealed FROM auth.${table}`)).rows.map(
          ({ sealed }) => sealed,
        );
      } finally {
        await as[service].query('ROLLBACK');
      }
    };
    const { rows } = await database.client.query<{ shop_id: string }>(
      `SELECT shop_id FROM auth.installations i JOIN auth.apps a ON a.id = i.app_id WHERE a.name = 'a1'`,
    );
    const token = `set_config('app.credential', encode(sha256('t1'), 'hex'), true)`;
    expect(await seen('shop', token, 'app_secrets')).toEqual(['sealed 1']);
    const shop = `set_config('app.shop_id', '${rows[0]!.shop_id}', true)`;
    expect(await seen('shop', shop, 'app_secrets')).toEqual([]);
    expect(await seen('hooks', shop, 'webhook_secrets')).toEqual(['sealed 1']);
  });
});

/** Creates two people, each with an app, a shop and their rows, and a row in every other table. */
async function fill(client: Client): Promise<void> {
  for (const at of [0, 1]) {
    const [owner, app, shop, id] = Array.from({ length: 4 }, () => randomUUID());
    await client.query(
      `INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, 'n', 'h')`,
      [owner, `e${at}`],
    );
    await client.query(
      `INSERT INTO auth.sessions (id, owner_id, digest, expires_at) VALUES ($1, $1, sha256($2::text::bytea), now() + interval '1 day')`,
      [owner, `s${at}`],
    );
    await client.query(
      `INSERT INTO auth.apps (id, owner_id, name, install_url, scopes) VALUES ($1, $2, $3, 'http://localhost', '{}')`,
      [app, owner, `a${at}`],
    );
    await client.query('INSERT INTO auth.app_secrets (app_id, generation, sealed) VALUES ($1, 1, $2)', [
      app,
      `sealed ${at}`,
    ]);
    await client.query(
      'INSERT INTO auth.webhook_secrets (app_id, generation, id, sealed) VALUES ($1, 1, $1, $2)',
      [app, `sealed ${at}`],
    );
    await client.query(
      `INSERT INTO auth.app_icons (app_id, media_type, bytes) VALUES ($1, 'image/png', '')`,
      [app],
    );
    await client.query(
      `INSERT INTO auth.shops (id, domain, name, title, description) VALUES ($1, $2, 'n', 't', 'd')`,
      [shop, `shop-${at}`],
    );
    await client.query(
      `INSERT INTO auth.installations (shop_id, id, app_id, scopes, status) VALUES ($1, $2, $3, '{}', 'installed')`,
      [shop, id, app],
    );
    await client.query(
      `INSERT INTO auth.oauth_tokens (shop_id, id, installation_id, app_id, status, scopes, digest) VALUES ($1, $2, $2, $3, 'active', '{}', sha256($4::text::bytea))`,
      [shop, id, app, `t${at}`],
    );
  }
  await fillOthers(client);
}

/**
 * Adds a row to every empty table. Constraints on the values are dropped first, because the values do not
 * matter.
 */
async function fillOthers(client: Client): Promise<void> {
  const { rows: rules } = await client.query<{ text: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I CASCADE', conrelid::regclass, conname) AS text
     FROM pg_constraint WHERE connamespace::regnamespace::text IN ('auth', 'shop') AND contype IN ('c', 'f') AND conparentid = 0 AND conislocal`,
  );
  for (const { text } of rules) await client.query(text);
  const { rows } = await client.query<{ name: string; columns: string; values: string }>(
    `SELECT c.oid::regclass::text AS name, string_agg(quote_ident(a.attname), ', ') AS columns,
       string_agg(CASE WHEN t.typname = 'uuid' THEN 'gen_random_uuid()' WHEN t.typname = 'jsonb' THEN '''{}''' WHEN t.typcategory = 'A' THEN '''{}'''
         WHEN t.typcategory = 'N' THEN '1' WHEN t.typcategory = 'B' THEN 'false' WHEN t.typcategory = 'D' THEN 'now()' ELSE '''x''' END, ', ') AS values
     FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attnotnull AND NOT a.atthasdef
       JOIN pg_type t ON t.oid = a.atttypid
     WHERE c.relnamespace::regnamespace::text IN ('auth', 'shop') AND c.relkind IN ('r', 'p') GROUP BY c.oid`,
  );
  for (const { name, columns, values } of rows)
    await client.query(
      `INSERT INTO ${name} (${columns}) SELECT ${values} WHERE NOT EXISTS (SELECT FROM ${name})`,
    );
}
