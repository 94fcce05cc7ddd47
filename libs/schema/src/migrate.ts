import { DataSource } from 'typeorm';
import { authMigrations, shopMigrations } from './migrations';
import { prepareDatabase, type RolePasswords, type SchemaName, urlAs } from './roles';

export interface Servers {
  /** Administrator's connection string of the database with the auth data. */
  auth: string;
  /** Of the database with the shop data; the same one by default. */
  shop: string;
}

/** Brings both databases to the current schema: roles, then migrations as the owner. Returns the names of the migrations that ran. */
export async function migrate(servers: Servers, passwords: RolePasswords): Promise<string[]> {
  if (servers.auth === servers.shop) await prepareDatabase(servers.auth, ['auth', 'shop'], passwords);
  else {
    await prepareDatabase(servers.auth, ['auth'], passwords);
    await prepareDatabase(servers.shop, ['shop'], passwords);
  }
  const auth = await run(urlAs(servers.auth, 'owner', passwords), 'auth');
  return [...auth, ...(await run(urlAs(servers.shop, 'owner', passwords), 'shop'))];
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
