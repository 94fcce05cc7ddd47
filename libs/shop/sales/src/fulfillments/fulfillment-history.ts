import { parseJson, type Row } from '@storewright/entities';
import { authorOf, type InsertValues, type ShopTransaction } from '@storewright/tenancy';
import { v7 as uuidv7 } from 'uuid';
import type { LineQuantity } from '../orders/line-quantities';
import type { Order } from '../orders/order.entity';
import type { FulfillmentStatus } from '../orders/order-states';
import { Fulfillment } from './fulfillment.entity';
import { unfulfilledLines } from './fulfillment-states';

/** Reads the fulfillments of an order that are not cancelled. The order must be locked. */
export async function handoversOf(
  tx: ShopTransaction,
  order_id: string,
): Promise<{ id: string; line_items: LineQuantity[] }[]> {
  const found = await tx.repository(Fulfillment).find({ where: { order_id, status: 'fulfilled' } });
  return found.map(({ id, line_items }) => ({ id, line_items: parseJson(line_items) }));
}

/** Returns the columns of a new fulfillment. Its author is the author of the request. */
export const newFulfillment = (
  tx: ShopTransaction,
  order_id: string,
  line_items: LineQuantity[],
): InsertValues<Fulfillment> => ({
  ...{ id: uuidv7(), order_id, status: 'fulfilled', line_items, derived: false },
  ...authorOf(tx.shop),
});

/**
 * Records a fulfillment when a PATCH changes the fulfillment status of an order. For `fulfilled`, the
 * fulfillment contains all remaining lines. For `partial`, it contains no lines, because the request names no
 * lines.
 */
export async function recordFulfillment(
  tx: ShopTransaction,
  order: Row<Order>,
  status: FulfillmentStatus | undefined,
): Promise<void> {
  if (status === order.fulfillment_status || (status !== 'partial' && status !== 'fulfilled')) return;
  const lines =
    status === 'partial'
      ? []
      : unfulfilledLines(parseJson(order.line_items), await handoversOf(tx, order.id));
  await tx.repository(Fulfillment).insert(newFulfillment(tx, order.id, lines));
}
