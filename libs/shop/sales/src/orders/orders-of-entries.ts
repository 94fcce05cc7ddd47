import type { Row } from '@storewright/entities';
import { ApiError, isUuid, noSuch, type ParsedResource } from '@storewright/json-api';
import type { RowLock } from '@storewright/resources';
import type { ShopTransaction } from '@storewright/tenancy';
import { Any } from 'typeorm';
import { Order } from './order.entity';

type Linked = Pick<ParsedResource<object>, 'relationships'>;

const orderIdOf = ({ relationships }: Linked) => String(relationships['order']);

/**
 * Locks the order of a new transaction or fulfillment. Throws 404 if the order does not exist. The customer
 * of the order must already be locked (`locksOfOrders`).
 */
export async function lockOrderOf(
  tx: ShopTransaction,
  input: Pick<ParsedResource<object>, 'relationships' | 'pointer'>,
): Promise<Row<Order>> {
  const id = orderIdOf(input);
  const order = isUuid(id)
    ? await tx.repository(Order).findOne({ where: { id }, lock: 'no_key_update' })
    : undefined;
  if (!order) throw noSuch('orders', id, `${input.pointer}/relationships/order/data`);
  return order;
}

type LockedOrder = Pick<Row<Order>, 'id' | 'customer_id' | 'line_items'>;

/** Returns the row locks on orders, on their customers, and on the variants that `variantsOf` returns. */
export async function locksOfOrders<I extends Linked>(
  tx: ShopTransaction,
  inputs: readonly I[],
  variantsOf: (input: I, order: LockedOrder) => readonly string[] = () => [],
): Promise<RowLock[]> {
  const ids = inputs.map(orderIdOf).filter(isUuid);
  if (ids.length === 0) return [];
  const found = await tx
    .repository(Order)
    .find({ where: { id: Any(ids) }, select: ['id', 'customer_id', 'line_items'] });
  const orders = new Map(found.map((order) => [order.id, order]));
  return inputs.flatMap((input) => {
    const order = orders.get(orderIdOf(input).toLowerCase());
    if (!order) return [];
    return [
      ...locksOf('orders', [order.id]),
      ...locksOf('customers', order.customer_id === null ? [] : [order.customer_id]),
      ...locksOf('variants', variantsOf(input, order)),
    ];
  });
}

const locksOf = (type: string, ids: readonly string[]): RowLock[] =>
  ids.map((id) => ({ type, id, lock: 'no_key_update' }));

export function refuseCancelled(
  order: Row<Order>,
  { pointer }: Pick<ParsedResource<object>, 'pointer'>,
): void {
  if (order.status !== 'cancelled') return;
  throw refusedOrder(
    pointer,
    'The order is cancelled, so it accepts no new payments or fulfillments.',
    'cancelled',
  );
}

/**
 * Creates the 422 error for an order whose state forbids a new transaction or fulfillment. The error contains
 * the state only for tokens that may read the order.
 */
export const refusedOrder = (pointer: string, detail: string, reason: string): ApiError =>
  new ApiError('invalid_relationship', {
    detail: 'The state of this order does not allow this request.',
    source: { pointer: `${pointer}/relationships/order/data` },
    meta: { relationship: 'order', reason: 'status' },
    disclosed: { scope: 'orders.get', detail, meta: { relationship: 'order', reason } },
  });
