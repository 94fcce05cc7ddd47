import { setTimeout } from 'node:timers/promises';
import { SettingsError } from '@storewright/config';
import { Client } from 'pg';
import { DataSource, MigrationExecutor, QueryFailedError } from 'typeorm';
import { adoptBaseline } from './baseline';
import { distribute, isDistributed } from './distribute';
import { lockHolder } from './lock-holder';
import { authMigrations, type Migration, shopMigrations } from './migrations';
import { olderThan } from './older-migration';
import { prepareDatabase, type RolePasswords, roles, type SchemaName, urlAs } from './roles';

export interface Servers {
  /** Administrator's connection string of the database with the auth data. */
  auth: string;
  /** Of the database with the shop data; the same one by default. */
  shop: string;
}

/** One lock for everything that changes roles or schemas. */
const migrationLock = 7_340_001;

/** How a migration waits for locks that others hold. */
export interface LockWait {
  /**
   * How long it waits, in ms. All who want to read the table meanwhile wait behind it, so this is less than their own `lock_timeout` (roles.ts); and more than
   * Postgres' `deadlock_timeout`, after which an autovacuum makes way.
   */
  timeoutMs: number;
  /** How long it lets those go first who waited behind it, in ms. */
  pauseMs: number;
  /** How many times it is tried. */
  attempts: number;
  /** Gets a line for each time that it waited in vain. */
  report: (line: string) => void;
}

/** Ten minutes: a report or a dump may take that long. */
const patience: LockWait = { timeoutMs: 2_000, pauseMs: 3_000, attempts: 120, report: () => undefined };

/**
 * Brings both databases to the current schema: roles, then migrations as the owner; where the shop data is distributed, what they added is as well. Returns
 * the names of the migrations that ran, and what was distributed. Two who
 * migrate at once wait for each other, and the second one finds nothing left to do.
 */
export function migrate(
  servers: Servers,
  passwords: RolePasswords,
  wait: Partial<LockWait> = {},
): Promise<string[]> {
  return alone(servers.auth, async () => {
    if (servers.auth === servers.shop) await prepareDatabase(servers.auth, ['auth', 'shop'], passwords);
    else {
      // A coordinator first: the workers of a cluster get the roles that are made there, and none that are there already.
      await prepareDatabase(servers.shop, ['shop'], passwords);
      await prepareDatabase(servers.auth, ['auth'], passwords);
    }
    const ran: string[] = [];
    for (const schema of ['auth', 'shop'] as const)
      ran.push(...(await run(schema, servers[schema], passwords, { ...patience, ...wait })));
    if (await isDistributed(servers.shop)) ran.push(...(await distribute(servers.shop, passwords)));
    return ran;
  });
}

/** Holds the lock in a session of its own: it ends with the session, however that ends. */
async function alone<T>(administrator: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: administrator, keepAlive: true });
  // A server that goes away is reported by the work; without a listener it would end the process first.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await refuseHandedOn(client, administrator);
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock]);
    return await work();
  } finally {
    await client.end();
  }
}

/** Behind a pooler in transaction mode the session of the lock is everybody's. It gives clients numbers of its own, and its connections to whoever comes next. */
async function refuseHandedOn(client: Client, administrator: string): Promise<void> {
  const pid = await backendOf(client);
  if (pid === (client as unknown as { processID: number | null }).processID) return;
  const other = new Client({ connectionString: administrator });
  await other.connect();
  const pids = [await backendOf(client), await backendOf(other)].filter((each) => each === pid);
  await other.end();
  if (pids.length !== 1)
    throw new SettingsError(
      'the address of the administrator leads through a pooler in transaction mode: migrations need the database itself.',
    );
}

async function backendOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}

async function run(
  schema: SchemaName,
  administrator: string,
  passwords: RolePasswords,
  wait: LockWait,
): Promise<string[]> {
  const migrations = schema === 'auth' ? authMigrations : shopMigrations;
  const dataSource = new DataSource({
    type: 'postgres',
    url: urlAs(administrator, 'owner', passwords),
    schema,
    migrations,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    applicationName: 'storewright-migrations',
    // Its own one would write beside the one line of an answer that a command has.
    logger: 'debug',
    extra: { lock_timeout: wait.timeoutMs },
  });
  await dataSource.initialize();
  try {
    await adoptBaseline(dataSource, schema, migrations);
    const pending = await pendingOf(dataSource);
    for (let attempt = 1; !(await attempted(dataSource, migrations)); attempt += 1) {
      const [name] = await pendingOf(dataSource);
      const holder = await lockHolder(administrator, schema, wait.timeoutMs);
      if (attempt >= wait.attempts)
        throw new Error(
          `${name} was given up after ${attempt} attempts: ${holder}. Nothing of it is done; end that session, or migrate again later.`,
        );
      wait.report(`${name} waits: ${holder}. Attempt ${attempt + 1} of ${wait.attempts} follows.`);
      await setTimeout(wait.pauseMs);
    }
    // Services compare them with those of their build. TypeORM makes the table, so no migration can grant it.
    await dataSource.query(
      `GRANT SELECT ON ${schema}.migrations TO ${roles.auth}, ${roles.shop}, ${roles.hooks}`,
    );
    return pending;
  } finally {
    await dataSource.destroy();
  }
}

async function pendingOf(dataSource: DataSource): Promise<string[]> {
  return (await new MigrationExecutor(dataSource).getPendingMigrations()).map(({ name }) => name);
}

/** Runs what is left. Each migration is a transaction: what waited for a lock in vain, or lost a deadlock, is undone as a whole; then this is false. */
async function attempted(dataSource: DataSource, migrations: readonly Migration[]): Promise<boolean> {
  try {
    await dataSource.runMigrations();
    return true;
  } catch (error) {
    const { code } = error instanceof QueryFailedError ? (error.driverError as { code?: string }) : {};
    if (code === '55P03' || code === '40P01') return false;
    const pending = await pendingOf(dataSource);
    throw (
      olderThan(
        error,
        migrations.filter(({ name }) => pending.includes(name)),
      ) ?? error
    );
  }
}
