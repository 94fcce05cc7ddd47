import { Client } from 'pg';
import { type RolePasswords, urlAs } from './roles';

/**
 * Starts a new epoch in the event logs of all shops. Required after a restore that leaves the server and its
 * timeline unchanged. Returns the number of event logs. `administrator` is the connection string for the shop
 * database.
 */
export async function startEpoch(
  administrator: string,
  passwords: Pick<RolePasswords, 'owner'>,
): Promise<number> {
  const client = new Client({ connectionString: urlAs(administrator, 'owner', passwords) });
  await client.connect();
  try {
    const { rowCount } = await client.query(`UPDATE shop.event_streams SET ${next}`, [await now(client)]);
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

const next = 'epoch = greatest(epoch + 1, $1::bigint)';

/** Starts a new epoch in one shop's event log, because the event log has moved to another server. */
export async function startEpochOf(client: Client, shop_id: string): Promise<void> {
  await client.query(`UPDATE shop.event_streams SET ${next}, server = NULL, node = NULL WHERE shop_id = $2`, [
    await now(client),
    shop_id,
  ]);
}

/**
 * Returns the database time in milliseconds since 1970. Needs a separate statement, because Citus rejects
 * volatile functions in an UPDATE.
 */
async function now(client: Client): Promise<string> {
  const { rows } = await client.query<{ now: string }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
  );
  return rows[0]!.now;
}
