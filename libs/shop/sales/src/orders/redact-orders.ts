import { allInOrder } from '@storewright/database';
import type { ColumnValues, Row } from '@storewright/entities';
import { requireLockedAhead } from '@storewright/resources';
import type { ShopTransaction } from '@storewright/tenancy';
import { Any, IsNull, Not } from 'typeorm';
import type { Customer } from '../customers/customer.entity';
import { forgetCustomer, hadCustomer, leftFrom, type Personal } from './former-customers';
import { Order } from './order.entity';

export const redactedOrder: ColumnValues<Order> = {
  ...{ email: null, email_folded: null, billing_address: null, shipping_address: null, note: null },
};

/**
 * Erases a locked customer's personal data from orders in any state, with an event per order. Line items and
 * payments remain. Returns the ids of the changed orders.
 */
export async function redactOrders(tx: ShopTransaction, customer: Row<Customer>): Promise<string[]> {
  const orders = tx.repository(Order);
  const ids = await ordersOf(tx, customer);
  requireLockedAhead(tx, 'orders', ids);
  const found = await orders.find({ where: { id: Any(ids) }, order: { id: 'ASC' }, lock: 'no_key_update' });
  for (const order of found) {
    const cleared = clearedOf(order, customer);
    const names = Object.keys(cleared);
    const former_customers = forgetCustomer(order, customer.id, names);
    if (names.length > 0) await orders.update(order, { ...cleared, former_customers });
  }
  return found.map(({ id }) => id);
}

/**
 * Returns the ids of the orders that belong or previously belonged to the customer, or that contain the
 * customer's email address.
 */
export async function ordersOf(
  tx: ShopTransaction,
  { id, email_folded }: Pick<Row<Customer>, 'id' | 'email_folded'>,
): Promise<string[]> {
  const orders = tx.repository(Order);
  const [own, moved, written] = await allInOrder([
    orders.find({ where: { customer_id: id }, select: ['id'] }),
    orders.find({ where: { former_customers: Not(IsNull()) }, select: ['id', 'former_customers'] }),
    email_folded === null ? [] : orders.find({ where: { email_folded }, select: ['id'] }),
  ]);
  const all = [...own, ...moved.filter((order) => hadCustomer(order, id)), ...written];
  return [...new Set(all.map((order) => order.id))];
}

/**
 * Returns the personal columns of an order that a redaction of the customer erases. All personal columns are
 * erased if the order belongs to the customer, or is a guest order with the customer's email address.
 * Otherwise only values that came from this customer are erased.
 */
function clearedOf(order: Row<Order>, { id, email_folded }: Row<Customer>): ColumnValues<Order> {
  const hasEmail = email_folded !== null && order.email_folded === email_folded;
  if (order.customer_id === id || (order.customer_id === null && hasEmail)) return redactedOrder;
  const names = new Set<Personal>([...leftFrom(order, id), ...(hasEmail ? (['email'] as const) : [])]);
  return {
    ...Object.fromEntries([...names].map((name) => [name, null])),
    ...(names.has('email') && { email_folded: null }),
  };
}
