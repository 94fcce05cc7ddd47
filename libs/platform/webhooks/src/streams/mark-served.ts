// SQL: it is noted without a wait for the disk, and only where it is so still.
import type { ShopDatabase } from '@storewright/database';

/** A stream that fails is found by its next attempt. Nobody waits for the disk: where the note is lost, a worker looks once more. */
const served = `
  UPDATE shop.event_streams e SET to_serve = false
  WHERE e.shop_id = $1 AND e.to_serve AND e.last_sequence = $2::bigint AND NOT EXISTS (
    SELECT FROM shop.webhook_streams s
    WHERE s.shop_id = $1 AND s.state <> 'ended' AND s.last_sequence < $2::bigint AND s.next_attempt_at IS NULL
  )`;

/**
 * Notes, where it is so, that everybody in the shop has everything up to `head`: until the next events get their numbers nobody need look into it. Where they
 * have got them meanwhile it is left as it is.
 */
export async function markServed(database: ShopDatabase, shop_id: string, head: number): Promise<void> {
  const statement = { name: 'webhook-served', text: served, values: [shop_id, head] };
  await database.batch({ shop_id }, [statement], { hurried: true });
}
