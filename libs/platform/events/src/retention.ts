import type { ShopDatabase } from '@storewright/database';

/** Retention time of events in milliseconds (docs/contract.md §6). */
export const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

const MAX_DELETED = 1_000;

/** Deletes only the oldest events, so that the event log has no gaps. */
const deleteOld = `
  WITH oldest AS MATERIALIZED (
    SELECT sequence, occurred_at FROM shop.events WHERE shop_id = $1 AND sequence IS NOT NULL
      ORDER BY sequence LIMIT ${MAX_DELETED}
  ), kept AS (
    SELECT coalesce(min(sequence) FILTER (WHERE occurred_at >= $2::timestamptz), max(sequence) + 1) AS first FROM oldest
  ), gone AS (
    DELETE FROM shop.events e USING kept WHERE e.shop_id = $1 AND e.sequence < kept.first RETURNING 1
  )
  UPDATE shop.event_streams SET first_sequence = kept.first FROM kept WHERE shop_id = $1 AND first_sequence < kept.first
  RETURNING (SELECT count(*) FROM gone) AS count`;

/**
 * Deletes one batch of events that occurred before `before`, the oldest first. Returns the number of deleted
 * events, which is 0 if no such event is left. Requires the worker's database role.
 */
export async function deleteOldEvents(
  database: ShopDatabase,
  shop_id: string,
  before: Date,
): Promise<number> {
  const statement = { name: 'events-delete', text: deleteOld, values: [shop_id, before] };
  const [row] = await database.query<{ count: string }>({ shop_id }, statement);
  return Number(row?.count ?? 0);
}

/** Returns the ids of shops with an event log. Requires the worker's database role. */
export async function shopsWithEvents(database: ShopDatabase): Promise<string[]> {
  const rows = await database.query<{ shop_id: string }>(
    {},
    { name: 'shops-with-events', text: 'SELECT shop.shops_with_events() AS shop_id' },
  );
  return rows.map(({ shop_id }) => shop_id);
}
