import type { ColumnValues, EntityClass } from '@storewright/entities';
import type { RedactionRules } from '@storewright/events';
import { requireLockedAhead, type RowLock } from '@storewright/resources';
import { AuthoredRow, type ShopTransaction } from '@storewright/tenancy';
import { Any } from 'typeorm';
import { Fulfillment } from '../fulfillments/fulfillment.entity';
import { OrderComment } from '../order-comments/order-comment.entity';

type OrderEntry = AuthoredRow & { order_id: string };

/**
 * Columns of order comments and fulfillments with personal data, and their values after a redaction of the
 * customer.
 */
const redactedEntries = [
  { type: 'order_comments', entity: OrderComment, clear: { body: null } },
  { type: 'fulfillments', entity: Fulfillment, clear: { tracking_number: null, tracking_url: null } },
];

const rowsOf = (tx: ShopTransaction, entity: EntityClass) => tx.repository(entity as EntityClass<OrderEntry>);

export async function locksOfEntries(tx: ShopTransaction, order_ids: readonly string[]): Promise<RowLock[]> {
  const locks = redactedEntries.map(async ({ type, entity }) => {
    const where = { order_id: Any([...order_ids]) };
    const found = await rowsOf(tx, entity).find({ where, select: ['id'] });
    return found.map(({ id }): RowLock => ({ type, id, lock: 'no_key_update' }));
  });
  return (await Promise.all(locks)).flat();
}

/**
 * Erases comments and tracking data of orders, with an event per changed object. Returns the rules for
 * erasing the copies in events, webhook deliveries and stored responses.
 */
export async function redactEntries(
  tx: ShopTransaction,
  order_ids: readonly string[],
): Promise<RedactionRules> {
  const rules: Record<string, RedactionRules[string]> = {};
  for (const { type, entity, clear } of redactedEntries) {
    const where = { order_id: Any([...order_ids]) };
    const rows = rowsOf(tx, entity);
    const found = await rows.find({ where, order: { id: 'ASC' }, lock: 'no_key_update' });
    const ids = found.map(({ id }) => id);
    requireLockedAhead(tx, type, ids);
    for (const row of found) await rows.update(row, clear as ColumnValues<OrderEntry>);
    rules[type] = { ids, clear };
  }
  return rules;
}
