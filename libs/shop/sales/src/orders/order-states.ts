import { checkTransition, nextStates, type States } from '@storewright/resources';

/* The three state fields of an order (docs/adr/order-states.md). */

export const orderStates: States = {
  open: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
};

export const paymentStates: States = {
  pending: ['authorized', 'paid', 'voided'],
  authorized: ['paid', 'voided'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['partially_refunded', 'refunded'],
  refunded: [],
  voided: [],
};

export const fulfillmentStates: States = {
  unfulfilled: ['partial', 'fulfilled'],
  partial: ['fulfilled'],
  fulfilled: ['returned'],
  returned: [],
  not_required: [],
};

const all = { status: orderStates, payment_status: paymentStates, fulfillment_status: fulfillmentStates };
export type StateField = keyof typeof all;
export const stateFields = Object.keys(all) as StateField[];
export type OrderStates = Record<StateField, string>;

/** Nothing has left the house, so the order can still be cancelled. */
const untouched = ['unfulfilled', 'not_required'];

/** The states that may follow in each field: none of a cancelled order, and no cancelling once something was sent. */
export function nextOf(states: OrderStates): Record<StateField, readonly string[]> {
  if (states.status === 'cancelled') return { status: [], payment_status: [], fulfillment_status: [] };
  return {
    status: orderStates[states.status]!.filter(
      (state) => state !== 'cancelled' || untouched.includes(states.fulfillment_status),
    ),
    payment_status: paymentStates[states.payment_status]!,
    fulfillment_status: fulfillmentStates[states.fulfillment_status]!,
  };
}

/** The same as an SQL expression, for `meta.next`. */
export function nextSql(row: string): string {
  const none = JSON.stringify(nextOf({ status: 'cancelled', payment_status: '', fulfillment_status: '' }));
  const sent = `'{"status": ["completed"]}'::jsonb`;
  const words = untouched.map((state) => `'${state}'`).join(', ');
  return `CASE WHEN ${row}.status = 'cancelled' THEN '${none}'::jsonb
    WHEN ${row}.status = 'open' AND ${row}.fulfillment_status NOT IN (${words}) THEN ${nextStates(row, all)} || ${sent}
    ELSE ${nextStates(row, all)} END`;
}

/** Throws 409 where a state that was sent may not follow. What is sent together has to fit together: nothing is sent off and cancelled at once. */
export function checkStates(states: OrderStates, sent: Partial<OrderStates>, pointer: string): void {
  const fulfilled = { ...states, fulfillment_status: sent.fulfillment_status ?? states.fulfillment_status };
  const next = { ...nextOf(states), status: nextOf(fulfilled).status };
  for (const field of stateFields) {
    const to = sent[field];
    if (to !== undefined)
      checkTransition({ [states[field]]: next[field] }, states[field], to, `${pointer}/${field}`);
  }
}

/** When an order came into a state: the column of each. A refund has its time with its amount. */
export const momentOf: Readonly<Record<StateField, Readonly<Record<string, string>>>> = {
  status: { completed: 'completed_at', cancelled: 'cancelled_at' },
  payment_status: {
    authorized: 'authorized_at',
    paid: 'paid_at',
    voided: 'voided_at',
  },
  fulfillment_status: { fulfilled: 'fulfilled_at', returned: 'returned_at' },
};
