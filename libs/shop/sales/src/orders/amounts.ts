import { ApiError } from '@storewright/json-api';
import type { OrderStatus, PaymentStatus } from './order-states';

/**
 * Amounts that an order adds to the order count and the spent amount of the customer. A cancelled order adds
 * nothing.
 */
export interface Contribution {
  orders: number;
  /** Paid amount minus refunded amount, in minor units of currency_code. */
  spent: number;
  currency_code: string;
}

/** Amount of money in minor units: a number in a request, or the text of a bigint in a database row. */
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
 * Returns the payment amounts that change with a new payment status or a new refund. Throws 422 if an amount
 * in the request contradicts the status. `pointer` is the JSON pointer to the attributes.
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
      'refunded_amount can be changed only with payment_status "partially_refunded". ' +
        'Omit refunded_amount for a full refund.',
      `${pointer}/refunded_amount`,
    );
  return changed;
}

/**
 * Returns the amount that each gift code gets back after the cancellation of an order, in the order of
 * `gift_amounts`. The sum of returned amounts and refunds never exceeds the paid amount.
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

/**
 * Returns the refunded amount from the request. The amount must be greater than the previous refund and less
 * than the paid amount.
 */
function checkedRefund(order: Payment, amount: number | undefined, pointer: string): number {
  const [refunded, paid] = [Number(order.refunded_amount), Number(order.paid_amount)];
  if (amount !== undefined && amount > refunded && amount < paid) return amount;
  const sentence = (bounds: string) =>
    `refunded_amount is the total refunded so far and must be ${bounds}. ` +
    'Send payment_status "refunded" for a full refund.';
  throw unfit(
    sentence('more than before and less than was paid'),
    amount === undefined ? pointer : `${pointer}/refunded_amount`,
    sentence(`more than ${refunded} and less than the ${paid} paid`),
  );
}

/**
 * Creates the error for an invalid refunded_amount. `disclosed` is the error detail with amounts, for tokens
 * that may read the order.
 */
function unfit(detail: string, pointer: string, disclosed?: string): ApiError {
  return new ApiError('invalid_attribute', {
    detail,
    source: { pointer },
    meta: { attribute: 'refunded_amount' },
    ...(disclosed !== undefined && { disclosed: { scope: 'orders.get', detail: disclosed } }),
  });
}
