import { newId } from '@storewright/database';
import { authorOf, type ShopTransaction, SqlValue } from '@storewright/tenancy';
import { InventoryChange, type InventoryChangeReason } from './inventory-change.entity';

/** A change of the stock of a variant. null means that stock is not tracked. */
export interface QuantityChange {
  variant_id: string;
  before: number | null;
  after: number | null;
  reason: InventoryChangeReason;
  order_id?: string;
}

/** Writes a change of the stock, in the transaction that changes the variant. An equal quantity writes nothing. */
export function recordChange(
  tx: ShopTransaction,
  { variant_id, before, after, reason, order_id }: QuantityChange,
): Promise<unknown>[] {
  if (before === after) return [];
  return [
    tx.repository(InventoryChange).insert({
      ...{ id: newId(), variant_id, order_id: order_id ?? null },
      ...{ delta: (after ?? 0) - (before ?? 0), quantity: after, reason },
      ...authorOf(tx.shop),
      created_at: transactionTime,
    }),
  ];
}

const transactionTime = new SqlValue({ name: 'now', sql: 'now()' });
