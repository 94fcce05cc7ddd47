import type { ShopDatabase, Statement } from '@storewright/database';

/**
 * Marks a shop as served by the webhook worker, so that polls skip the shop. Failing webhook streams do not
 * prevent the mark, because polls find them by the time of their next attempt. If a crash loses the mark, the
 * worker polls the shop once more.
 */
const served = `
  UPDATE shop.event_streams e SET to_serve = false
  WHERE e.shop_id = $1 AND e.to_serve AND e.last_sequence = $2::bigint AND NOT EXISTS (
    SELECT FROM shop.webhook_streams s
    WHERE s.shop_id = $1 AND s.state <> 'ended' AND s.last_sequence < $2::bigint AND s.next_attempt_at IS NULL
  )`;
/**
 * Skips the mark if the row is locked, because the transaction that holds the lock assigns sequence numbers
 * and resets the mark.
 */
const unlessLocked = ` AND EXISTS (SELECT FROM shop.event_streams l WHERE l.shop_id = $1 FOR UPDATE SKIP LOCKED)`;

/** Marks the shop as served up to the sequence number `head`. Does nothing if newer events exist. */
export async function markServed(database: ShopDatabase, shop_id: string, head: number): Promise<void> {
  const statement = { name: 'webhook-served', text: served, values: [shop_id, head] };
  await database.batch({ shop_id }, [statement], { asyncCommit: true });
}

/**
 * Returns the statement that marks the shop as served, for the transaction of its last delivery. Returns an
 * empty array on Citus, where the next poll marks the shop.
 */
export function markServedStatements(database: ShopDatabase, shop_id: string, head: number): Statement[] {
  if (database.topology.writesInSteps) return [];
  return [{ name: 'webhook-served-with', text: served + unlessLocked, values: [shop_id, head] }];
}
