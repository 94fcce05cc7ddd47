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
  auth: string;
  shop: string;
}

/** Key of the advisory lock that serializes all changes to database roles and schemas. */
const MIGRATION_LOCK = 7_340_001;

/** Limits for a migration that waits for table locks of other sessions. */
export interface LockWait {
  /**
   * Lock timeout of one migration attempt in milliseconds. It must be shorter than the `lock_timeout` of
   * services, because queries of services queue behind the migration. It must be longer than
   * `deadlock_timeout`, after which Postgres cancels an autovacuum that blocks the migration.
   */
  timeoutMs: number;
  /**
   * Pause between two migration attempts in milliseconds. During the pause, the queued queries of services
   * run.
   */
  pauseMs: number;
  attempts: number;
  report: (line: string) => void;
}

/**
 * The default limits allow ten minutes in total, because reports and dumps can hold table locks that long.
 */
const DEFAULT_WAIT: LockWait = { timeoutMs: 2_000, pauseMs: 3_000, attempts: 120, report: () => undefined };

/**
 * Migrates both databases to the current schema. Creates roles, runs migrations as the owner, and distributes
 * new tables on a Citus cluster. Returns the names of the applied migrations and a line for each distributed
 * table. Concurrent calls run one after another.
 */
export function migrate(
  servers: Servers,
  passwords: RolePasswords,
  wait: Partial<LockWait> = {},
): Promise<string[]> {
  return withMigrationLock(servers.auth, async () => {
    if (servers.auth === servers.shop) await prepareDatabase(servers.auth, ['auth', 'shop'], passwords);
    else {
      // The shop database is first, because a Citus coordinator copies only newly created roles to its
      // workers. If the auth database on the same server were first, the roles would already exist.
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

/**
 * Runs `work` while a separate database session holds the advisory lock. The end of the session releases the
 * lock.
 */
async function withMigrationLock<T>(administrator: string, work: () => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: administrator, keepAlive: true });
  // Without a listener, the `error` event of a lost connection would end the process. `work` reports the loss
  // itself.
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
 * Throws if the connection goes through a pooler in transaction mode, because other clients would then share
 * the session that holds the lock.
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
    // The logger of the `debug` package, because the default logger of TypeORM prints to standard output.
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
      if (attempt >= wait.attempts) throw stillBlocked(name!, attempt, holder);
      wait.report(`${name} is blocked: ${holder}. Attempt ${attempt + 1} of ${wait.attempts} follows.`);
      await setTimeout(wait.pauseMs);
    }
    // Services must read this table to compare the applied migrations with the migrations of their build. No
    // migration can grant the access, because TypeORM creates the table.
    await dataSource.query(
      `GRANT SELECT ON ${schema}.migrations TO ${roles.auth}, ${roles.shop}, ${roles.hooks}`,
    );
    return pending;
  } finally {
    await dataSource.destroy();
  }
}

const stillBlocked = (name: string, attempts: number, holder: string): Error =>
  new Error(
    `Migration ${name} failed after ${attempts} attempts: ${holder}. The database is unchanged. ` +
      'End the session that holds the lock, or retry.',
  );

async function pendingOf(dataSource: DataSource): Promise<string[]> {
  return (await new MigrationExecutor(dataSource).getPendingMigrations()).map(({ name }) => name);
}

/** Runs the pending migrations. Returns false if a lock timeout or a deadlock rolled back a migration. */
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
