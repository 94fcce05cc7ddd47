import type { ColumnName } from '@storewright/entities';
import { checkTransition, nextStates, type States } from '@storewright/resources';
import type { Order } from './order.entity';

export const orderStates = {
  open: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
} as const satisfies States;

export const paymentStates = {
  pending: ['authorized', 'paid', 'voided'],
  authorized: ['paid', 'voided'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded'],
  refunded: [],
  voided: [],
} as const satisfies States;

export const fulfillmentStates = {
  unfulfilled: ['partial', 'fulfilled'],
  partial: ['fulfilled'],
  fulfilled: ['returned'],
  returned: [],
  not_required: [],
} as const satisfies States;

export type OrderStatus = keyof typeof orderStates;
export type PaymentStatus = keyof typeof paymentStates;
export type FulfillmentStatus = keyof typeof fulfillmentStates;

export type OrderStates = Pick<Order, StateField>;

/** Allowed transitions of each status field of an order (docs/adr/order-states.md). */
export const states = {
  status: orderStates,
  payment_status: paymentStates,
  fulfillment_status: fulfillmentStates,
};
export type StateField = keyof typeof states;
export const stateFields = Object.keys(states) as StateField[];

/** Fulfillment states of an order that the API can still cancel, because no goods were shipped. */
const untouched: readonly FulfillmentStatus[] = ['unfulfilled', 'not_required'];

/**
 * Returns the next states that each status field of an order can have. A cancelled order has no next states.
 * A shipped order cannot be cancelled.
 */
export function nextOf({
  status,
  payment_status,
  fulfillment_status,
}: OrderStates): Record<StateField, readonly string[]> {
  if (status === 'cancelled') return ended;
  const next: readonly OrderStatus[] = orderStates[status];
  return {
    status: next.filter((state) => state !== 'cancelled' || untouched.includes(fulfillment_status)),
    payment_status: paymentStates[payment_status],
    fulfillment_status: fulfillmentStates[fulfillment_status],
  };
}

const ended: Record<StateField, readonly string[]> = {
  status: [],
  payment_status: [],
  fulfillment_status: [],
};

/** Returns an SQL expression for `meta.next` of an order, with the same result as `nextOf`. */
export function nextSql(row: string): string {
  const sent = `'{"status": ["completed"]}'::jsonb`;
  const words = untouched.map((state) => `'${state}'`).join(', ');
  return `CASE WHEN ${row}.status = 'cancelled' THEN '${JSON.stringify(ended)}'::jsonb
    WHEN ${row}.status = 'open' AND ${row}.fulfillment_status NOT IN (${words})
      THEN ${nextStates(row, states)} || ${sent}
    ELSE ${nextStates(row, states)} END`;
}

/**
 * Throws 409 for a forbidden transition of an order, and for states that contradict each other, such as
 * fulfilled and cancelled.
 */
export function checkStates(order: OrderStates, sent: Partial<OrderStates>, pointer: string): void {
  const fulfilled = { ...order, fulfillment_status: sent.fulfillment_status ?? order.fulfillment_status };
  const next = { ...nextOf(order), status: nextOf(fulfilled).status };
  for (const field of stateFields) {
    const to = sent[field];
    if (to !== undefined)
      checkTransition({ [order[field]]: next[field] }, order[field], to, `${pointer}/${field}`, 'orders.get');
  }
}

/**
 * Column with the time at which an order entered each state. `timesOf` sets refunded_at together with the
 * refunded amount.
 */
export const timestampColumn: {
  readonly [F in StateField]: { readonly [S in OrderStates[F]]?: ColumnName<Order> };
} = {
  status: { completed: 'completed_at', cancelled: 'cancelled_at' },
  payment_status: { authorized: 'authorized_at', paid: 'paid_at', voided: 'voided_at' },
  fulfillment_status: { fulfilled: 'fulfilled_at', returned: 'returned_at' },
};

/** Returns the timestamp columns to set when an order enters new states. */
export function timestampColumns(order: OrderStates, sent: Partial<OrderStates>): ColumnName<Order>[] {
  const columns = stateFields.map((field) => {
    const state = sent[field];
    const columnOf: Readonly<Record<string, ColumnName<Order> | undefined>> = timestampColumn[field];
    return state === undefined || state === order[field] ? undefined : columnOf[state];
  });
  return columns.filter((column) => column !== undefined);
}
