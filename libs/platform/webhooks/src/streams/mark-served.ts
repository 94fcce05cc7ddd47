// Written in SQL: marks shops without waiting for the disk or for a lock.
import type { ShopDatabase, Statement } from '@storewright/database';

/**
 * Marks a shop as served. Failing streams are found by the time of their next attempt. If a crash loses the
 * mark, a worker checks the shop once more.
 */
const served = `
  UPDATE shop.event_streams e SET to_serve = false
  WHERE e.shop_id = $1 AND e.to_serve AND e.last_sequence = $2::bigint AND NOT EXISTS (
    SELECT FROM shop.webhook_streams s
    WHERE s.shop_id = $1 AND s.state <> 'ended' AND s.last_sequence < $2::bigint AND s.next_attempt_at IS NULL
  )`;
/** Skips a locked row. Numbering holds the lock, waits for the disk and would set the mark again. */
const unlessLocked = ` AND EXISTS (SELECT FROM shop.event_streams l WHERE l.shop_id = $1 FOR UPDATE SKIP LOCKED)`;

/**
 * Marks the shop as served up to `head`, so that polls skip it until new events are numbered. Does nothing if
 * newer events exist.
 */
export async function markServed(database: ShopDatabase, shop_id: string, head: number): Promise<void> {
  const statement = { name: 'webhook-served', text: served, values: [shop_id, head] };
  await database.batch({ shop_id }, [statement], { asyncCommit: true });
}

/**
 * Returns statements that mark the shop in the transaction of the last delivery. Empty on a cluster, where
 * the next poll marks the shop.
 */
export function markServedStatements(database: ShopDatabase, shop_id: string, head: number): Statement[] {
  if (database.topology.writesInSteps) return [];
  return [{ name: 'webhook-served-with', text: served + unlessLocked, values: [shop_id, head] }];
}
