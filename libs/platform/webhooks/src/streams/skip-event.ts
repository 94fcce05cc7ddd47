import type { Statement } from '@storewright/database';

/**
 * Returns statements that skip an event that the webhook receiver keeps rejecting. The delivery becomes
 * skipped, and the next event is due immediately. The caller must have locked first the webhook stream, then
 * the delivery.
 */
export function skipStatements(
  shop_id: string,
  { id, installation_id, sequence }: { id: string; installation_id: string; sequence: string },
): [Statement, Statement] {
  return [
    { name: 'webhook-skip-pass', text: pass, values: [shop_id, installation_id, sequence] },
    { name: 'webhook-skip', text: skip, values: [shop_id, id] },
  ];
}
const pass = `
  UPDATE shop.webhook_streams s SET last_sequence = greatest(s.last_sequence, $3::bigint), attempts = 0, next_attempt_at = now(), delivery_id = NULL
  WHERE s.shop_id = $1 AND s.installation_id = $2`;
const skip = `
  UPDATE shop.webhook_deliveries SET status = 'skipped', updated_at = greatest(created_at, now()) WHERE shop_id = $1 AND id = $2`;
