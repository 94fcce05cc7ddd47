import type { ColumnValues } from '@storewright/entities';
import type { ShopTransaction } from '@storewright/tenancy';
import { Order } from './order.entity';

export const redactedOrder: ColumnValues<Order> = {
  ...{ email: null, email_folded: null, billing_address: null, shipping_address: null, note: null },
};

/** Clears what orders know of a customer, who is locked: each that changes has its event, whatever state it is in. What was bought and paid stays. Gives their ids. */
export async function redactOrders(tx: ShopTransaction, customer_id: string): Promise<string[]> {
  const orders = tx.repository(Order);
  const found = await orders.find({ where: { customer_id }, order: { id: 'ASC' }, lock: 'no_key_update' });
  for (const order of found) await orders.update(order, redactedOrder);
  return found.map(({ id }) => id);
}
