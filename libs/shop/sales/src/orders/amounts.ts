import { ApiError } from '@storewright/json-api';
import type { OrderStatus, PaymentStatus } from './order-states';

/** Contribution of an order to the sums of its customer. A cancelled order contributes nothing. */
export interface Contribution {
  orders: number;
  /** Amount paid and not refunded, in minor units of currency_code. */
  spent: number;
  currency_code: string;
}

/** Amounts in database rows are text. */
type Amount = string | number;

export function contributionOf(order: {
  status: OrderStatus;
  paid_amount: Amount;
  refunded_amount: Amount;
  currency_code: string;
}): Contribution {
  const { currency_code } = order;
  if (order.status === 'cancelled') return { orders: 0, spent: 0, currency_code };
  return { orders: 1, spent: Number(order.paid_amount) - Number(order.refunded_amount), currency_code };
}

interface Payment {
  payment_status: PaymentStatus;
  total_amount: Amount;
  paid_amount: Amount;
  refunded_amount: Amount;
}

interface SentPayment {
  payment_status?: PaymentStatus;
  refunded_amount?: number;
}

export interface PaymentAmounts {
  paid_amount?: number;
  refunded_amount?: number;
}

/**
 * The amounts that change with the state of the payment. Throws 422 if an amount does not match the state. `pointer`:
 * JSON pointer to the attributes.
 */
export function paymentAmounts(order: Payment, sent: SentPayment, pointer: string): PaymentAmounts {
  const { payment_status = order.payment_status, refunded_amount } = sent;
  const isNew = payment_status !== order.payment_status;
  const refunded = Number(order.refunded_amount);
  if (payment_status === 'partially_refunded' && (isNew || refunded_amount !== undefined)) {
    if (refunded_amount === refunded && !isNew) return {};
    return { refunded_amount: checkedRefund(order, refunded_amount, pointer) };
  }
  const changed: PaymentAmounts =
    isNew && payment_status === 'paid'
      ? { paid_amount: Number(order.total_amount) }
      : isNew && payment_status === 'refunded'
        ? { refunded_amount: Number(order.paid_amount) }
        : {};
  if (refunded_amount !== undefined && refunded_amount !== (changed.refunded_amount ?? refunded))
    throw unfit(
      'refunded_amount comes with payment_status "partially_refunded"; "refunded" is all that was paid.',
      `${pointer}/refunded_amount`,
    );
  return changed;
}

/**
 * Amount that each gift gets back when its order is cancelled, in order. Gifts and refunds together never
 * exceed the amount paid, because a refund may already have returned money that a gift paid.
 */
export function returnedGifts(
  gift_amounts: readonly number[],
  { paid_amount, refunded_amount }: Pick<Payment, 'paid_amount' | 'refunded_amount'>,
): number[] {
  let left = Number(paid_amount) - Number(refunded_amount);
  return gift_amounts.map((amount) => {
    const returned = Math.min(amount, left);
    left -= returned;
    return returned;
  });
}

/** A refund must exceed the previous one and be less than the amount paid. */
function checkedRefund(order: Payment, amount: number | undefined, pointer: string): number {
  const [refunded, paid] = [Number(order.refunded_amount), Number(order.paid_amount)];
  if (amount !== undefined && amount > refunded && amount < paid) return amount;
  const sentence = (bounds: string) =>
    `refunded_amount is what was refunded so far: ${bounds}. Send payment_status "refunded" once it is all.`;
  throw unfit(
    sentence('more than before and less than was paid'),
    amount === undefined ? pointer : `${pointer}/refunded_amount`,
    sentence(`more than ${refunded} and less than the ${paid} paid`),
  );
}

/** `disclosed` is the detail with amounts of the order. */
function unfit(detail: string, pointer: string, disclosed?: string): ApiError {
  return new ApiError('invalid_attribute', {
    detail,
    source: { pointer },
    meta: { attribute: 'refunded_amount' },
    ...(disclosed !== undefined && { disclosed: { scope: 'orders.get', detail: disclosed } }),
  });
}
