// SQL: over the logs of all shops, as the owner of the tables.
import { Client } from 'pg';
import { type RolePasswords, urlAs } from './roles';

/** Begins a new epoch of every shop's log: after a restore that the log cannot find out by itself. Returns of how many. `administrator`: of the shop data. */
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

/** Of one shop's log, wherever it was before. */
export async function startEpochOf(client: Client, shop_id: string): Promise<void> {
  await client.query(`UPDATE shop.event_streams SET ${next}, server = NULL, node = NULL WHERE shop_id = $2`, [
    await now(client),
    shop_id,
  ]);
}

/** In ms. By itself: Citus asks no clock in an UPDATE. */
async function now(client: Client): Promise<string> {
  const { rows } = await client.query<{ now: string }>(
    'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now',
  );
  return rows[0]!.now;
}
