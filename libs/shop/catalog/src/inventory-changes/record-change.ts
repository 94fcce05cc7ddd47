import { newId } from '@storewright/database';
import type { Row } from '@storewright/entities';
import { authorOf, type ShopTransaction, SqlValue } from '@storewright/tenancy';
import { InventoryChange, type InventoryChangeReason } from './inventory-change.entity';
import type { Variant } from '../variants/variant.entity';

/** Stock of a variant before and after a change. null means that the shop does not track the stock. */
export interface QuantityChange {
  variant: Pick<Row<Variant>, 'id' | 'sku' | 'title'>;
  before: number | null;
  after: number | null;
  reason: InventoryChangeReason;
  order_id?: string;
}

/**
 * Records a change in the stock of a variant, in the transaction that changes the variant. Does nothing if
 * the quantity is unchanged. Notifies members of the shop if the variant runs out of stock.
 */
export function recordChange(
  tx: ShopTransaction,
  { variant, before, after, reason, order_id }: QuantityChange,
): Promise<unknown>[] {
  if (before === after) return [];
  const { id: variant_id, sku, title } = variant;
  if (before !== null && before > 0 && after !== null && after <= 0)
    tx.notify({ kind: 'variant_out_of_stock', id: variant_id, name: sku ?? title });
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
