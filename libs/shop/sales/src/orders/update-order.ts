import type { ColumnValues, Row } from '@storewright/entities';
import { ApiError, type ParsedResource } from '@storewright/json-api';
import { illegalTransition } from '@storewright/resources';
import type { ShopTransaction } from '@storewright/tenancy';
import { changedAttributes, foldOptional } from '../rules';
import { contributionOf, type PaymentAmounts, paymentAmounts } from './amounts';
import type { OrderServices } from './create-order';
import { rememberCustomers } from './former-customers';
import { Order } from './order.entity';
import { moveSums } from './order-customer';
import { checkStates, type OrderStatus, timestampColumns } from './order-states';
import type { UpdateOrder } from './orders.dto';
import { orders } from './orders.resource';

/**
 * Returns the columns to change. Also updates the customer's sums, and returns codes and stock after a
 * cancellation. The caller has locked the order and its customers.
 */
export async function updateOrder(
  tx: ShopTransaction,
  { stock, codes }: OrderServices,
  order: Row<Order>,
  input: ParsedResource<UpdateOrder>,
): Promise<ColumnValues<Order>> {
  const { attributes, pointer } = input;
  const place = `${pointer}/attributes`;
  const { status = order.status } = attributes;
  if (order.status === 'cancelled') refuseChanges(order, input);
  checkStates(order, attributes, place);
  checkReason(attributes, status, place);
  const amounts = paymentAmounts(order, attributes, place);
  const times = await timesOf(tx, order, attributes, amounts);
  await moveSums(tx, order, contributionOf({ ...order, ...amounts, status }), input);
  if (status === 'cancelled' && order.status !== 'cancelled') {
    const { id, paid_amount, refunded_amount } = { ...order, ...amounts };
    await codes.release(tx, { id, paid_amount, refunded_amount });
    await stock.release(tx, order.id);
  }
  const changed = changedAttributes(orders, order, attributes);
  const former_customers = rememberCustomers(order, changed, isMoved(order, input));
  return {
    ...attributes,
    ...{ email_folded: foldOptional(attributes.email), former_customers },
    ...amounts,
    ...times,
  };
}

/** True if the order gets another customer or none. */
const isMoved = ({ customer_id }: Row<Order>, { relationships }: ParsedResource<UpdateOrder>) =>
  relationships['customer'] !== undefined && relationships['customer'] !== customer_id;

/** Attributes that can still change after a cancellation. */
const stillOpen = ['note', 'tags'];

function refuseChanges(order: Row<Order>, input: ParsedResource<UpdateOrder>): void {
  const { attributes, pointer, linkagePointer } = input;
  const [changed] = changedAttributes(orders, order, attributes).filter((name) => !stillOpen.includes(name));
  if (changed === undefined && !isMoved(order, input)) return;
  const place = changed === undefined ? 'relationships/customer' : `attributes/${changed}`;
  throw illegalTransition('orders.get', {
    detail: `The order is cancelled. Only ${stillOpen.join(' and ')} can still change.`,
    pointer: changed === undefined && linkagePointer ? linkagePointer : `${pointer}/${place}`,
    allowed: [],
  });
}

function checkReason({ cancel_reason = null }: UpdateOrder, status: OrderStatus, pointer: string): void {
  if (cancel_reason === null || status === 'cancelled') return;
  throw new ApiError('invalid_attribute', {
    detail: 'cancel_reason can be set only when status is "cancelled".',
    source: { pointer: `${pointer}/cancel_reason` },
    meta: { attribute: 'cancel_reason' },
  });
}

/** Timestamps for new states and for a refund. */
async function timesOf(
  tx: ShopTransaction,
  order: Row<Order>,
  sent: UpdateOrder,
  amounts: PaymentAmounts,
): Promise<ColumnValues<Order>> {
  const columns = timestampColumns(order, sent);
  if (amounts.refunded_amount !== undefined) columns.push('refunded_at');
  if (columns.length === 0) return {};
  const now = await databaseTime(tx, order.id);
  return Object.fromEntries(columns.map((column) => [column, now]));
}

/** Returns the time of the database's clock, which all instances share. */
async function databaseTime(tx: ShopTransaction, id: string): Promise<string> {
  const [row] = await tx
    .repository(Order)
    .select('time', (query) => query.addSelect('clock_timestamp()', 'now').where('t.id = :id'), { id });
  return String(row!['now']);
}
