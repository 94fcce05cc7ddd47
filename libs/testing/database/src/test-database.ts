import { createHash, randomBytes } from 'node:crypto';
import {
  authMigrations,
  clusterFunctions,
  migrate,
  type RolePasswords,
  shopMigrations,
  urlAs,
} from '@storewright/schema';
import { Client } from 'pg';
import {
  clusterAt,
  copies,
  distributed,
  drops,
  formCluster,
  onEachNode,
  renames,
  type TestCluster,
} from './cluster-databases';
import { oneAtATime } from './one-at-a-time';

/** Passwords of the database roles on the Postgres server of a test run. */
const passwords: RolePasswords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };
const templateLock = 7_340_002;

/** A database for one spec file, with the current schema and no rows. */
export interface TestDatabase {
  /** Database URL for a service, with a role that cannot bypass row-level security. */
  url(role: 'auth' | 'shop' | 'hooks'): string;
  /** Runs an SQL statement as administrator, to prepare data or check results. */
  query<R extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<R[]>;
  readonly administratorUrl: string;
  drop(): Promise<void>;
}

/**
 * Replaces the host of a database URL with the host of the connection pooler in TEST_POOLER_URL, if the
 * variable is set.
 */
function pooled(url: string): string {
  const pooler = process.env['TEST_POOLER_URL'];
  if (!pooler) return url;
  const through = new URL(url);
  through.host = new URL(pooler).host;
  return through.href;
}

/** Returns the database URL of a role without the connection pooler. */
export function directUrl({ administratorUrl }: TestDatabase, role: 'auth' | 'shop' | 'hooks'): string {
  return urlAs(administratorUrl, role, passwords);
}

export async function testDatabase(): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL'];
  if (!server) throw new Error('TEST_DATABASE_URL is not set: jest.config.cjs must have { postgres: true }');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(server, async (client) => {
    const cluster = await clusterAt(client, server);
    const template = await migratedTemplate(client, server, cluster);
    if (cluster) await onEachNode(cluster, ...copies(template, name));
    // Copying files is much cheaper than logging each page.
    else await client.query(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  });
  const administratorUrl = inDatabase(server, name);
  const administrator = new Client({ connectionString: administratorUrl });
  // Ignores the error event of a lost connection, which would crash the process without a listener. The
  // running statement rejects as well.
  administrator.on('error', () => undefined);
  await administrator.connect();
  const query = oneAtATime((text: string, values?: unknown[]) => administrator.query(text, values));
  return {
    administratorUrl,
    url: (role) => pooled(urlAs(administratorUrl, role, passwords)),
    query: async <R extends object>(text: string, values?: unknown[]) =>
      (await query(text, values)).rows as R[],
    async drop() {
      await administrator.end();
      await withClient(server, async (client) => {
        const cluster = await clusterAt(client, server);
        if (cluster) await onEachNode(cluster, ...drops(name));
        else await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
      });
    },
  };
}

/**
 * Creates a template database once for each state of the migrations, because copying a template is faster
 * than migrating.
 */
async function migratedTemplate(client: Client, server: string, cluster?: TestCluster): Promise<string> {
  const state = [...authMigrations, ...shopMigrations].map(
    (migration) => `${migration.name} ${migration.prototype.up.toString()}`,
  );
  if (cluster) state.push(JSON.stringify(clusterFunctions));
  const each = cluster ?? { nodes: [server] };
  const name = `template_${createHash('sha256').update(state.join()).digest('hex').slice(0, 16)}`;
  await client.query('SELECT pg_advisory_lock($1)', [templateLock]);
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (rowCount) return name;
    const unfinished = `${name}_unfinished`;
    await onEachNode(
      each,
      `DROP DATABASE IF EXISTS ${unfinished} WITH (FORCE)`,
      `CREATE DATABASE ${unfinished}`,
    );
    const url = inDatabase(server, unfinished);
    if (cluster) await formCluster(cluster, (node) => inDatabase(node, unfinished));
    await migrate({ auth: url, shop: url }, passwords);
    if (cluster) await distributed(url, passwords);
    await onEachNode(each, ...renames(unfinished, name));
    return name;
  } finally {
    await client.query('SELECT pg_advisory_unlock($1)', [templateLock]);
  }
}

function inDatabase(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

async function withClient<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
