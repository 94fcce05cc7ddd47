import { settingsOfSessions } from '@storewright/config';
import { Client } from 'pg';

/** The roles of the platform, by what they are for. Names are the same on every server. */
export const roles = {
  owner: 'storewright_owner',
  auth: 'storewright_auth',
  shop: 'storewright_shop',
  hooks: 'storewright_hooks',
} as const;
export type RolePasswords = Record<keyof typeof roles, string>;
export type SchemaName = 'auth' | 'shop';

/** Of the sessions of services. */
const limits = {
  // A statement that waits for a lock or runs away must not hold up a service. Longer than deadlock_timeout, so that Postgres reports a deadlock first.
  lock_timeout: '2s',
  statement_timeout: '15s',
  // Nor must the transaction of a process that is gone and could not say so: what it has locked is wanted as soon as that process is back.
  idle_in_transaction_session_timeout: '5s',
  // And its sessions hold places for connections until the server has looked whether anybody is there.
  tcp_keepalives_idle: '10s',
  tcp_keepalives_interval: '2s',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '15s',
};

/** No client waits for the worker. */
const WORKER_LOCK_TIMEOUT = '5s';

/**
 * Statements carry their values, and what Postgres tells of a value that is taken has it, too: of customers and secrets, in the server's log, where no redaction
 * gets to. What the client is told stays whole. Only a superuser, or who was granted to set them, can say so of a role.
 */
const unlogged = { log_min_error_statement: 'panic', log_error_verbosity: 'terse' };

/**
 * Creates the roles that are missing, gives each its password and the schema its owner. `administrator`: a connection string that may create
 * roles, to the database that holds (or will hold) the schema. Runs as often as you like, but one at a time (`migrate` sees to it).
 *
 * The owner holds every table and may bypass row-level security: without that, adding a foreign key under FORCE fails falsely and
 * backfills touch no row. The services' roles own nothing and can't bypass it.
 */
export async function prepareDatabase(
  administrator: string,
  schemas: readonly SchemaName[],
  passwords: RolePasswords,
): Promise<void> {
  const client = new Client({ connectionString: administrator });
  await client.connect();
  try {
    await client.query('BEGIN');
    await createRole(client, roles.owner, passwords.owner, 'BYPASSRLS', {});
    const settings = { ...limits, ...(await beginningOf(client)), ...(await maySet(client, unlogged)) };
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
  } finally {
    await client.end();
  }
}

/** `settings`: what its sessions begin with. */
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

/** Those of the settings that the administrator may set. */
async function maySet(
  client: Client,
  settings: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM unnest($1::text[]) name WHERE has_parameter_privilege(name, 'SET')`,
    [Object.keys(settings)],
  );
  return Object.fromEntries(rows.map(({ name }) => [name, settings[name]!]));
}

/** Sessions behind a pooler cannot say what they begin with. On Citus there are none, and the workers have sessions of these roles, too. */
async function beginningOf(client: Client): Promise<Readonly<Record<string, string>>> {
  const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
  return rowCount ? {} : settingsOfSessions('postgres');
}

/** The same server and database, as one of the platform's roles. */
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
