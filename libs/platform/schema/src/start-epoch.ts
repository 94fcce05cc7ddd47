// Written in SQL: updates the logs of all shops as the owner of the tables.
import { Client } from 'pg';
import { type RolePasswords, urlAs } from './roles';

/**
 * Starts a new epoch of every shop's log, for a restore that the log cannot detect. Returns the number of logs.
 * `administrator` is the connection string for the shop data.
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

/** Starts a new epoch of one shop's log, for a log that moved to another server. */
export async function startEpochOf(client: Client, shop_id: string): Promise<void> {
  await client.query(`UPDATE shop.event_streams SET ${next}, server = NULL, node = NULL WHERE shop_id = $2`, [
    await now(client),
    shop_id,
  ]);
}

/**
 * Returns the time of the database in milliseconds. A separate statement reads it, because Citus rejects
 * volatile functions in an UPDATE.
 */
async function now(client: Client): Promise<string> {
  const { rows } = await client.query<{ now: string }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
  );
  return rows[0]!.now;
}
