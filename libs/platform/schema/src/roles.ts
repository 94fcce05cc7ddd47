import { plainTopology } from '@storewright/postgres-driver';
import { Client } from 'pg';
import { isCluster } from './cluster';
import { grantShopStatistics, storeNodePasswords } from './node-roles';

export const roles = {
  owner: 'storewright_owner',
  auth: 'storewright_auth',
  shop: 'storewright_shop',
  hooks: 'storewright_hooks',
} as const;
export type RolePasswords = Record<keyof typeof roles, string>;
export type SchemaName = 'auth' | 'shop';

const SESSION_LIMITS = {
  // Longer than deadlock_timeout, so that Postgres reports a deadlock as such before the lock timeout.
  lock_timeout: '2s',
  statement_timeout: '15s',
  // Ends the transaction of a crashed process, so that other processes can lock its rows.
  idle_in_transaction_session_timeout: '5s',
  // Closes the connections of a crashed process.
  tcp_keepalives_idle: '10s',
  tcp_keepalives_interval: '2s',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '15s',
};

/**
 * Lock timeout of the worker, which can be longer than the lock timeout of the APIs because no client waits
 * for the worker.
 */
const WORKER_LOCK_TIMEOUT = '5s';

/**
 * Keeps customer data and secrets out of the Postgres server log, because a redaction cannot clear the log.
 * Services still receive complete error messages. Only a superuser, or a role with a privilege on the
 * parameters, can change these settings.
 */
const LOG_SETTINGS = { log_min_error_statement: 'panic', log_error_verbosity: 'terse' };

/**
 * Session settings for connections through a pooler, because a pooler drops connection options. A
 * Citus cluster has no pooler, and its nodes connect to each other with these roles, so the roles must not
 * have these settings there.
 */
const POOLED_SETTINGS = plainTopology.sessionSettings;

/**
 * Creates missing roles, sets their passwords and settings, and creates the schemas. Must not run
 * concurrently, so `migrate` holds a lock. The owner bypasses row-level security, because otherwise backfills
 * would match no row and foreign keys could not be added. The roles of services own nothing and cannot bypass
 * row-level security.
 */
export async function prepareDatabase(
  administrator: string,
  schemas: readonly SchemaName[],
  passwords: RolePasswords,
): Promise<void> {
  const client = new Client({ connectionString: administrator });
  await client.connect();
  try {
    const onCluster = await isCluster(client);
    await client.query('BEGIN');
    await createRole(client, roles.owner, passwords.owner, 'BYPASSRLS', {});
    const settings = {
      ...SESSION_LIMITS,
      ...(onCluster ? {} : POOLED_SETTINGS),
      ...(await settableBy(client, LOG_SETTINGS)),
    };
    for (const name of ['auth', 'shop', 'hooks'] as const)
      await createRole(client, roles[name], passwords[name], 'NOBYPASSRLS', {
        ...settings,
        ...(name === 'hooks' && { lock_timeout: WORKER_LOCK_TIMEOUT }),
      });
    for (const schema of schemas) {
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${roles.owner}`);
      await client.query(`GRANT USAGE ON SCHEMA ${schema} TO ${roles.auth}, ${roles.shop}, ${roles.hooks}`);
    }
    await client.query('COMMIT');
    if (onCluster) {
      await storeNodePasswords(client, rolePasswords(passwords));
      await grantShopStatistics(client, roles.hooks);
    }
  } finally {
    await client.end();
  }
}

function rolePasswords(passwords: RolePasswords): Record<string, string> {
  const names = Object.keys(roles) as (keyof typeof roles)[];
  return Object.fromEntries(names.map((name) => [roles[name], passwords[name]]));
}

async function createRole(
  client: Client,
  role: string,
  password: string,
  bypass: string,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  if (!rowCount)
    await client.query(`CREATE ROLE ${role} LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE ${bypass}`);
  await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(password)}`);
  for (const [setting, value] of Object.entries(settings))
    await client.query(`ALTER ROLE ${role} SET ${setting} = '${value}'`);
}

async function settableBy(
  client: Client,
  settings: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) name WHERE has_parameter_privilege(name, 'SET')`,
    [Object.keys(settings)],
  );
  return Object.fromEntries(rows.map(({ name }) => [name, settings[name]!]));
}

/** Replaces user and password in a connection string with those of a database role of the platform. */
export function urlAs<Role extends keyof typeof roles>(
  administrator: string,
  role: Role,
  passwords: Pick<RolePasswords, Role>,
): string {
  const url = new URL(administrator);
  url.username = roles[role];
  url.password = encodeURIComponent(passwords[role]);
  return url.href;
}
