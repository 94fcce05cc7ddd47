// Uses raw SQL instead of TypeORM, because only the server knows its process id. Behind a pooler, this id
// differs from the id that the pooler reports.
import { SettingsError } from '@storewright/config';
import {
  type DatabaseTopology,
  isOptionsRejection,
  plainTopology,
  processIdOf,
} from '@storewright/postgres-driver';
import type { Client } from 'pg';

interface Connection {
  pid: number;
  /**
   * Process id that the server reported when the connection was opened. A pooler reports its own number
   * instead.
   */
  reportedPid: number | null;
}

/**
 * Throws if DATABASE_POOLER does not match the pooler in front of the server. The error tells the operator
 * what to do.
 */
export async function verifyPooler(
  client: Client,
  topology: DatabaseTopology,
  connectAnother: () => Promise<Client>,
): Promise<void> {
  const first = await connectionOf(client);
  const isPooled = !isDirect(first);
  if (topology.connectsDirectly) {
    if (isPooled && (await isShared(client, first, connectAnother)))
      throw new SettingsError(
        'the database is behind a pooler in transaction mode: set DATABASE_POOLER to transaction, or to ' +
          'transaction-prepared if the pooler keeps prepared statements.',
      );
    return;
  }
  await verifySessionSettings(client);
  if (topology.preparesOn === 'pooler' && isPooled && !(await keepsPrepared(client)))
    throw new SettingsError(
      'DATABASE_POOLER is transaction-prepared, but the pooler keeps no prepared statements: set ' +
        'max_prepared_statements of PgBouncer (from 1.21), or DATABASE_POOLER=transaction.',
    );
}

/** Throws if a LISTEN connection goes through a pooler, because LISTEN does not work through a pooler. */
export async function refusePooled(client: Client): Promise<void> {
  if (isDirect(await connectionOf(client))) return;
  throw new SettingsError(
    'LISTEN does not work through a pooler: AUTH_DATABASE_LISTEN_URL and SHOP_DATABASE_LISTEN_URL ' +
      'must name the database itself.',
  );
}

/**
 * Explains the error of a pooler that rejects the session settings of a new connection. Returns other errors
 * unchanged.
 */
export function explainRefusedOptions(error: unknown): unknown {
  if (!isOptionsRejection(error)) return error;
  return new SettingsError(
    'the database is behind a pooler, which rejects session settings: set DATABASE_POOLER.',
  );
}

async function connectionOf(client: Client): Promise<Connection> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  return { pid: rows[0]!.pid, reportedPid: processIdOf(client) };
}

const isDirect = ({ pid, reportedPid }: Connection) => pid === reportedPid;

/**
 * True if a pooler shares server processes: the client was moved to a different process, or a second client
 * uses the same process.
 */
async function isShared(
  client: Client,
  first: Connection,
  connectAnother: () => Promise<Client>,
): Promise<boolean> {
  const other = await connectAnother();
  try {
    const [own, others] = [await connectionOf(client), await connectionOf(other)];
    return own.pid !== first.pid || own.pid === others.pid;
  } finally {
    await other.end();
  }
}

/**
 * True if the pooler supports prepared statements. Such a pooler renames each prepared statement, so the
 * server does not know the original name.
 */
async function keepsPrepared(client: Client): Promise<boolean> {
  const name = 'storewright-kept';
  await client.query('BEGIN');
  const { rowCount } = await client.query({
    name,
    text: 'SELECT FROM pg_prepared_statements WHERE name = $1',
    values: [name],
  });
  await client.query('COMMIT');
  return rowCount === 0;
}

/**
 * Checks the session settings behind a pooler. There, the database role defines the settings
 * (libs/platform/schema/src/roles.ts).
 */
async function verifySessionSettings(client: Client): Promise<void> {
  const expected = Object.entries(plainTopology.sessionSettings);
  const { rows } = await client.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)',
    [expected.map(([name]) => name)],
  );
  const actual = new Map(rows.map(({ name, setting }) => [name, setting.replaceAll(' ', '')]));
  const wrong = expected.filter(([name, value]) => actual.get(name) !== value);
  if (wrong.length === 0) return;
  const list = wrong.map(([name]) => `${name}=${actual.get(name)}`).join(', ');
  throw new SettingsError(
    `sessions start with ${list} behind the pooler: ` +
      `run "operator migrate", which sets the role's settings, then RECONNECT the pooler.`,
  );
}
