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
  /** Connection string of an administrator of the auth database. */
  auth: string;
  /** Connection string of an administrator of the shop database. */
  shop: string;
}

/** Key of the advisory lock that serializes all changes of roles and schemas. */
const MIGRATION_LOCK = 7_340_001;

/** Limits for a migration that waits for locks of other sessions. */
export interface LockWait {
  /**
   * Time limit of one attempt in milliseconds. Readers of the table queue behind the migration, so an attempt
   * must be shorter than their `lock_timeout` (roles.ts). It must be longer than `deadlock_timeout`, after
   * which an autovacuum stops.
   */
  timeoutMs: number;
  /** Pause between attempts in milliseconds, in which queued sessions run. */
  pauseMs: number;
  /** Maximum number of attempts. */
  attempts: number;
  /** Receives a line for each failed attempt. */
  report: (line: string) => void;
}

/** Default limits: ten minutes in total, because a report or a dump can hold its locks that long. */
const DEFAULT_WAIT: LockWait = { timeoutMs: 2_000, pauseMs: 3_000, attempts: 120, report: () => undefined };

/**
 * Updates both databases to the current schema: creates roles, runs migrations as the owner, and distributes
 * new tables on a cluster. Returns the names of the migrations that ran and a line for each distributed
 * object. Concurrent calls run one after the other.
 */
export function migrate(
  servers: Servers,
  passwords: RolePasswords,
  wait: Partial<LockWait> = {},
): Promise<string[]> {
  return withMigrationLock(servers.auth, async () => {
    if (servers.auth === servers.shop) await prepareDatabase(servers.auth, ['auth', 'shop'], passwords);
    else {
      // Prepares the shop data first, because a coordinator propagates new roles to its workers, but not
      // roles that already exist.
      await prepareDatabase(servers.shop, ['shop'], passwords);
      await prepareDatabase(servers.auth, ['auth'], passwords);
    }
    const ran: string[] = [];
    for (const schema of ['auth', 'shop'] as const)
      ran.push(...(await runMigrations(schema, servers[schema], passwords, { ...DEFAULT_WAIT, ...wait })));
    if (await isDistributed(servers.shop)) ran.push(...(await distribute(servers.shop, passwords)));
    return ran;
  });
}

/** Runs the work while a separate session holds the lock. The lock ends with the session. */
async function withMigrationLock<T>(administrator: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: administrator, keepAlive: true });
  // The work reports a lost server. Without this listener, the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await rejectPooler(client, administrator);
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    return await work();
  } finally {
    await client.end();
  }
}

/**
 * Throws if the connection goes through a pooler in transaction mode, whose clients would share the session
 * of the lock.
 */
async function rejectPooler(client: Client, administrator: string): Promise<void> {
  const pid = await backendOf(client);
  if (pid === (client as unknown as { processID: number | null }).processID) return;
  const other = new Client({ connectionString: administrator });
  await other.connect();
  const pids = [await backendOf(client), await backendOf(other)].filter((each) => each === pid);
  await other.end();
  if (pids.length !== 1)
    throw new SettingsError(
      "the administrator's address belongs to a pooler in transaction mode. Use the address of the database itself.",
    );
}

async function backendOf(client: Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return rows[0]!.pid;
}

async function runMigrations(
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
    // A custom logger, because the default logger of TypeORM writes to the output of the command.
    logger: 'debug',
    extra: { lock_timeout: wait.timeoutMs },
  });
  await dataSource.initialize();
  try {
    await adoptBaseline(dataSource, schema, migrations);
    const pending = await pendingOf(dataSource);
    for (let attempt = 1; !(await tryMigrations(dataSource, migrations)); attempt += 1) {
      const [name] = await pendingOf(dataSource);
      const holder = await lockHolder(administrator, schema, wait.timeoutMs);
      if (attempt >= wait.attempts)
        throw new Error(
          `${name} stopped after ${attempt} attempts: ${holder}. It changed nothing. End that session or retry.`,
        );
      wait.report(`${name} waits: ${holder}. Attempt ${attempt + 1} of ${wait.attempts} follows.`);
      await setTimeout(wait.pauseMs);
    }
    // Services compare these names with the names of their build. TypeORM creates the table, so no migration
    // can grant access to it.
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

/**
 * Runs the pending migrations. Returns false if a migration timed out waiting for a lock or lost a deadlock,
 * and was rolled back.
 */
async function tryMigrations(dataSource: DataSource, migrations: readonly Migration[]): Promise<boolean> {
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
