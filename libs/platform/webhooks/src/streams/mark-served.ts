// SQL: it is noted without a wait for the disk or for a lock, and only where it is so still.
import type { ShopDatabase, Statement } from '@storewright/database';

/** A stream that fails is found by its next attempt. Nobody waits for the disk: where the note is lost, a worker looks once more. */
const served = `
  UPDATE shop.event_streams e SET to_serve = false
  WHERE e.shop_id = $1 AND e.to_serve AND e.last_sequence = $2::bigint AND NOT EXISTS (
    SELECT FROM shop.webhook_streams s
    WHERE s.shop_id = $1 AND s.state <> 'ended' AND s.last_sequence < $2::bigint AND s.next_attempt_at IS NULL
  )`;
/** Whoever gives numbers has the row meanwhile, and waits for the disk; the mark would stay in any case. */
const unlessLocked = ` AND EXISTS (SELECT FROM shop.event_streams l WHERE l.shop_id = $1 FOR UPDATE SKIP LOCKED)`;

/**
 * Notes, where it is so, that everybody in the shop has everything up to `head`: until the next events get their numbers nobody need look into it. Where they
 * have got them meanwhile it is left as it is.
 */
export async function markServed(database: ShopDatabase, shop_id: string, head: number): Promise<void> {
  const statement = { name: 'webhook-served', text: served, values: [shop_id, head] };
  await database.batch({ shop_id }, [statement], { hurried: true });
}

/** The same in one transaction with what makes it so, behind it. None on a cluster, where the next look notes it. */
export function markServedStatements(database: ShopDatabase, shop_id: string, head: number): Statement[] {
  if (database.kind === 'citus') return [];
  return [{ name: 'webhook-served-with', text: served + unlessLocked, values: [shop_id, head] }];
}
