import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { authMigrations, shopMigrations } from './migrations';
import { prepareDatabase, type RolePasswords, type SchemaName, urlAs } from './roles';

export interface Servers {
  /** Administrator's connection string of the database with the auth data. */
  auth: string;
  /** Of the database with the shop data; the same one by default. */
  shop: string;
}

/** One lock for everything that changes roles or schemas. */
const migrationLock = 7_340_001;

/**
 * Brings both databases to the current schema: roles, then migrations as the owner. Returns the names of the migrations that ran. Two who
 * migrate at once wait for each other, and the second one finds nothing left to do.
 */
export function migrate(servers: Servers, passwords: RolePasswords): Promise<string[]> {
  return alone(servers.auth, async () => {
    if (servers.auth === servers.shop) await prepareDatabase(servers.auth, ['auth', 'shop'], passwords);
    else {
      await prepareDatabase(servers.auth, ['auth'], passwords);
      await prepareDatabase(servers.shop, ['shop'], passwords);
    }
    const auth = await run(urlAs(servers.auth, 'owner', passwords), 'auth');
    return [...auth, ...(await run(urlAs(servers.shop, 'owner', passwords), 'shop'))];
  });
}

/** Holds the lock in a session of its own: it ends with the session, however that ends. */
async function alone<T>(administrator: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: administrator, keepAlive: true });
  // A server that goes away is reported by the work; without a listener it would end the process first.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    return await work();
  } finally {
    await client.end();
  }
}

async function run(url: string, schema: SchemaName): Promise<string[]> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    schema,
    migrations: schema === 'auth' ? authMigrations : shopMigrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    applicationName: 'storewright-migrations',
  });
  await dataSource.initialize();
  try {
    return (await dataSource.runMigrations()).map(({ name }) => name);
  } finally {
    await dataSource.destroy();
  }
}
