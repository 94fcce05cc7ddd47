import { allInOrder } from '@storewright/database';
import type { ColumnValues, Row } from '@storewright/entities';
import { ApiError, type ParsedResource } from '@storewright/json-api';
import { illegalTransition } from '@storewright/resources';
import type { ShopTransaction } from '@storewright/tenancy';
import { recordFulfillment } from '../fulfillments/fulfillment-history';
import { changedAttributes, foldOptional } from '../rules';
import { completeHistory, readEntries, recordEntries } from '../transactions/payment-history';
import { entriesOfChange, type Entry } from '../transactions/payment-rules';
import { contributionOf, type PaymentAmounts, paymentAmounts } from './amounts';
import type { OrderServices } from './create-order';
import { rememberCustomers } from './former-customers';
import type { Order } from './order.entity';
import { moveSums } from './order-customer';
import { databaseTime } from './order-time';
import { checkStates, type OrderStatus, timestampColumns } from './order-states';
import type { UpdateOrder } from './orders.dto';
import { orders } from './orders.resource';

/**
 * Returns the columns of an order that an update changes. Also updates the customer's order count and spent
 * amounts. After a cancellation, releases codes and stock. The caller must have locked the order and the
 * customers.
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
  const entries = await entriesOf(tx, order, { payment_status: attributes.payment_status, ...amounts });
  await moveSums(tx, order, contributionOf({ ...order, ...amounts, status }), input);
  if (status === 'cancelled' && order.status !== 'cancelled') {
    const { id, paid_amount, refunded_amount } = { ...order, ...amounts };
    entries.push(...(await codes.release(tx, { id, paid_amount, refunded_amount })));
    await stock.release(tx, order.id);
  }
  await allInOrder(recordEntries(tx, order, entries));
  await recordFulfillment(tx, order, attributes.fulfillment_status);
  const changed = changedAttributes(orders, order, attributes);
  const former_customers = rememberCustomers(order, changed, isMoved(order, input));
  return {
    ...attributes,
    ...{ email_folded: foldOptional(attributes.email), former_customers },
    ...amounts,
    ...times,
  };
}

const isMoved = ({ customer_id }: Row<Order>, { relationships }: ParsedResource<UpdateOrder>) =>
  relationships['customer'] !== undefined && relationships['customer'] !== customer_id;

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

/** Returns the times that an update of an order sets, because of new states or a refund. */
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

/**
 * Returns the new entries in the payment history after a change of the payment status or of the refunded
 * amount.
 */
async function entriesOf(
  tx: ShopTransaction,
  order: Row<Order>,
  changed: Parameters<typeof entriesOfChange>[1],
): Promise<Entry[]> {
  const { payment_status = order.payment_status, paid_amount, refunded_amount } = changed;
  const isPaid = paid_amount !== undefined || refunded_amount !== undefined;
  if (payment_status === order.payment_status && !isPaid) return [];
  const sums = await completeHistory(tx, order, await readEntries(tx, order.id));
  return entriesOfChange(order, changed, sums);
}
