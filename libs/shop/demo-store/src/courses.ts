import type { OrderStates } from '@storewright/sales';
import { cancelReasons } from './people';
import { day, hour, minute } from './calendar';
import type { Random } from './random';

export interface Step {
  at: number;
  change: Change;
}

export interface Change extends Partial<OrderStates> {
  refunded_amount?: number;
  cancel_reason?: string;
}

export interface Bought {
  at: number;
  /** True if the order contains goods that must be shipped. */
  sent: boolean;
  /** True if gift codes paid for the whole demo order. */
  paid: boolean;
  total_amount: number;
  lines: number;
}

type Ending = 'usual' | 'cancelled' | 'refunded' | 'partially_refunded' | 'returned';

export function courseOf(random: Random, bought: Bought): Step[] {
  const ending = random.weighted<Ending>([
    ['usual', 91],
    ['cancelled', 3.5],
    ['partially_refunded', 2.5],
    ['refunded', 1],
    ['returned', 2],
  ]);
  const shipped = bought.at + random.whole(10 * hour, 4 * day);
  const payment = paymentOf(random, bought, shipped);
  if (ending === 'cancelled') return cancelledCourse(random, bought, payment);
  const paidAt = payment.at(-1)?.at ?? bought.at;
  const fulfillment = bought.sent ? fulfillmentOf(random, bought, shipped) : [];
  const last = fulfillment.at(-1);
  const isDone = !bought.sent || last?.change.fulfillment_status === 'fulfilled';
  const done = Math.max(paidAt, last?.at ?? 0) + random.whole(5, 90) * minute;
  return [
    ...payment,
    ...fulfillment,
    ...(isDone ? [{ at: done, change: { status: 'completed' as const } }] : []),
    ...(isDone ? afterwards(random, bought, ending, done) : []),
  ].sort((one, other) => one.at - other.at);
}

/** Returns the payment changes of a demo order. A customer pays immediately by card, or later by invoice. */
function paymentOf(random: Random, { at, paid }: Bought, shipped: number): Step[] {
  if (paid) return [];
  const pay = (moment: number): Step => ({ at: moment, change: { payment_status: 'paid' } });
  const way = random.weighted([
    ['card', 35],
    ['at once', 50],
    ['invoice', 15],
  ] as const);
  if (way === 'at once') return [pay(at + random.whole(1, 10) * minute)];
  if (way === 'invoice') return [pay(at + random.whole(4 * day, 20 * day))];
  return [{ at: at + minute, change: { payment_status: 'authorized' } }, pay(shipped - 20 * minute)];
}

/**
 * Returns the fulfillment changes of a demo order. Some orders are shipped in two parcels, and some second
 * parcels are never shipped.
 */
function fulfillmentOf(random: Random, { lines }: Bought, shipped: number): Step[] {
  const send = (at: number, fulfillment_status: OrderStates['fulfillment_status']): Step => ({
    at,
    change: { fulfillment_status },
  });
  if (lines < 2 || !random.chance(0.08)) return [send(shipped, 'fulfilled')];
  const first = send(shipped, 'partial');
  return random.chance(0.15)
    ? [first]
    : [first, send(shipped + random.whole(2 * day, 12 * day), 'fulfilled')];
}

function cancelledCourse(random: Random, { at, paid }: Bought, payment: readonly Step[]): Step[] {
  const cancelled = at + random.whole(20 * minute, 9 * hour);
  const before = payment.filter((step) => step.at < cancelled);
  const isPaid = paid || before.some(({ change }) => change.payment_status === 'paid');
  const payment_status = isPaid ? 'refunded' : 'voided';
  const cancel_reason = random.pick(cancelReasons);
  return [...before, { at: cancelled, change: { status: 'cancelled', payment_status, cancel_reason } }];
}

function afterwards(random: Random, { sent, total_amount }: Bought, ending: Ending, done: number): Step[] {
  const at = done + random.whole(3 * day, 21 * day);
  const refund: Step = { at: at + day, change: { payment_status: 'refunded' } };
  if (ending === 'returned')
    return sent ? [{ at, change: { fulfillment_status: 'returned' } }, refund] : [refund];
  if (ending === 'refunded') return [refund];
  if (ending !== 'partially_refunded' || total_amount < 1000) return [];
  const refunded_amount = Math.round((total_amount * random.whole(10, 60)) / 10_000) * 100;
  return [{ at, change: { payment_status: 'partially_refunded', refunded_amount } }];
}
