// SQL: asks the server what stands in front of it.
import { type DatabasePooler, SettingsError, settingsOfSessions } from '@storewright/config';
import type { Client } from 'pg';

interface Connection {
  pid: number;
  /** What the client was told when it connected: a pooler gives numbers of its own. */
  ownPid: number | null;
}

/** Throws what the operator has to mend, where what stands in front of the server is not what DATABASE_POOLER says. */
export async function refuseOtherPooler(
  client: Client,
  pooler: DatabasePooler,
  connectAnother: () => Promise<Client>,
): Promise<void> {
  const first = await connectionOf(client);
  const isPooled = !isDirect(first);
  if (pooler === 'none') {
    if (isPooled && (await isHandedOn(client, first, connectAnother)))
      throw new SettingsError(
        'the database is behind a pooler in transaction mode: set DATABASE_POOLER to transaction, or to transaction-prepared where it keeps prepared statements.',
      );
    return;
  }
  await refuseOtherSettings(client);
  if (pooler === 'transaction-prepared' && isPooled && !(await keepsPrepared(client)))
    throw new SettingsError(
      'DATABASE_POOLER is transaction-prepared, but the pooler keeps no prepared statements: set max_prepared_statements of PgBouncer (from 1.21), or DATABASE_POOLER=transaction.',
    );
}

/** A connection that listens is one to the server itself. */
export async function refusePooled(client: Client): Promise<void> {
  if (isDirect(await connectionOf(client))) return;
  throw new SettingsError(
    'nobody can listen through a pooler: AUTH_DATABASE_LISTEN_URL and SHOP_DATABASE_LISTEN_URL name the database itself.',
  );
}

/** A pooler that refuses what sessions begin with says so when they connect. */
export function isRefusedByPooler(error: unknown): boolean {
  return error instanceof Error && /unsupported startup parameter/i.test(error.message);
}

export const pooledUnsaid = () =>
  new SettingsError(
    'the database is behind a pooler, which refuses settings of sessions: set DATABASE_POOLER.',
  );

async function connectionOf(client: Client): Promise<Connection> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const { processID: ownPid } = client as unknown as { processID: number | null };
  return { pid: rows[0]!.pid, ownPid };
}

const isDirect = ({ pid, ownPid }: Connection) => pid === ownPid;

/** Whether this client has another connection to the server by now, or another client gets this one's while it is open. */
async function isHandedOn(
  client: Client,
  first: Connection,
  connectAnother: () => Promise<Client>,
): Promise<boolean> {
  const other = await connectAnother();
  try {
    const [one, another] = [await connectionOf(client), await connectionOf(other)];
    return one.pid !== first.pid || one.pid === another.pid;
  } finally {
    await other.end();
  }
}

/** It renames those that it keeps; others go through as they are, and are there for one transaction by chance. */
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

/** No session says what it begins with, so the role does (libs/platform/schema/src/roles.ts). */
async function refuseOtherSettings(client: Client): Promise<void> {
  const expected = Object.entries(settingsOfSessions('postgres'));
  const { rows } = await client.query<{ name: string; setting: string }>(
    'SELECT name, setting FROM pg_settings WHERE name = ANY ($1)',
    [expected.map(([name]) => name)],
  );
  const found = new Map(rows.map(({ name, setting }) => [name, setting.replaceAll(' ', '')]));
  const others = expected.filter(([name, value]) => found.get(name) !== value);
  if (others.length === 0) return;
  const told = others.map(([name]) => `${name}=${found.get(name)}`).join(', ');
  throw new SettingsError(
    `sessions begin with ${told} behind the pooler: run "operator migrate", which gives the role its settings, then RECONNECT the pooler.`,
  );
}
