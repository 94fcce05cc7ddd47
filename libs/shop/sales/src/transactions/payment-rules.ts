import type { Row } from '@storewright/entities';
import type { Order } from '../orders/order.entity';
import type { PaymentStatus } from '../orders/order-states';
import type { Transaction } from './transaction.entity';
import type { PostedKind, TransactionKind } from './transaction-kinds';

/* Rules for the payment history of an order, without database access (docs/adr/payments.md). */

/** Payment columns of an order. An amount from a database row is a text. */
export interface PaidOrder {
  payment_status: PaymentStatus;
  total_amount: string | number;
  paid_amount: string | number;
  refunded_amount: string | number;
}

export interface Entry {
  kind: TransactionKind;
  amount: number;
  authorized_change: number;
  reference?: string;
}

/** Sums of the payment transactions of an order, in minor units. */
export interface PaymentSums {
  /** Authorized amount that is neither captured nor voided. */
  authorized: number;
  captured: number;
  redeemed: number;
  refunded: number;
  returned: number;
}

type SummedEntry = Pick<Row<Transaction>, 'kind'> &
  Readonly<Record<'amount' | 'authorized_change', string | number>>;

export function sumsOf(entries: readonly SummedEntry[]): PaymentSums {
  const sum = (kind: TransactionKind) =>
    entries.reduce((total, each) => (each.kind === kind ? total + Number(each.amount) : total), 0);
  return {
    authorized: entries.reduce((total, { authorized_change }) => total + Number(authorized_change), 0),
    captured: sum('capture'),
    redeemed: sum('gift_card_redemption'),
    refunded: sum('refund'),
    returned: sum('gift_card_return'),
  };
}

const dueOf = ({ total_amount, paid_amount }: PaidOrder) => Number(total_amount) - Number(paid_amount);

const open: readonly PaymentStatus[] = ['pending', 'authorized'];

/**
 * Returns the maximum amount of a new payment transaction of this kind. Returns 0 if the order accepts no
 * such transaction.
 */
export function limitOf(kind: PostedKind, order: PaidOrder, { authorized }: PaymentSums): number {
  const [due, isOpen] = [dueOf(order), open.includes(order.payment_status)];
  switch (kind) {
    case 'authorization':
      return isOpen ? due - authorized : 0;
    case 'capture':
      if (!isOpen && order.payment_status !== 'partially_refunded') return 0;
      return authorized > 0 ? Math.min(authorized, due) : due;
    case 'refund':
      return Number(order.paid_amount) - Number(order.refunded_amount);
    case 'void':
      return authorized;
  }
}

export interface Payment {
  entry: Entry;
  payment_status: PaymentStatus;
  paid_amount: number;
  refunded_amount: number;
}

/**
 * Returns the payment columns of an order after a new payment transaction. The amount must not exceed
 * `limitOf`.
 */
export function paymentOf(kind: PostedKind, amount: number, order: PaidOrder, sums: PaymentSums): Payment {
  const entry: Entry = { kind, amount, authorized_change: changeOf(kind, amount, sums.authorized) };
  const paid_amount = Number(order.paid_amount) + (kind === 'capture' ? amount : 0);
  const refunded_amount = Number(order.refunded_amount) + (kind === 'refund' ? amount : 0);
  const authorized = sums.authorized + entry.authorized_change;
  const isVoided = kind === 'void' && sums.captured === 0;
  const payment_status = statusAfter({ ...order, paid_amount, refunded_amount }, authorized, isVoided);
  return { entry, payment_status, paid_amount, refunded_amount };
}

function changeOf(kind: PostedKind, amount: number, authorized: number): number {
  if (kind === 'authorization') return amount;
  return kind === 'refund' ? 0 : -Math.min(amount, authorized) || 0;
}

function statusAfter(order: PaidOrder, authorized: number, isVoided: boolean): PaymentStatus {
  const [paid, refunded] = [Number(order.paid_amount), Number(order.refunded_amount)];
  if (refunded > 0) return refunded === paid ? 'refunded' : 'partially_refunded';
  if (order.payment_status === 'voided' || (isVoided && authorized === 0)) return 'voided';
  if (dueOf(order) === 0) return 'paid';
  return authorized > 0 ? 'authorized' : 'pending';
}

/**
 * Returns the payment transactions to record for a PATCH of `payment_status` or `refunded_amount` of an
 * order.
 */
export function entriesOfChange(
  order: PaidOrder,
  changed: { payment_status?: PaymentStatus; paid_amount?: number; refunded_amount?: number },
  { authorized }: PaymentSums,
): Entry[] {
  const { payment_status, paid_amount, refunded_amount } = changed;
  const entries: Entry[] = [];
  const add = (kind: PostedKind, amount: number) =>
    entries.push({ kind, amount, authorized_change: changeOf(kind, amount, authorized) });
  const isNew = payment_status !== undefined && payment_status !== order.payment_status;
  if (isNew && payment_status === 'authorized') add('authorization', dueOf(order) - authorized);
  if (paid_amount !== undefined) add('capture', paid_amount - Number(order.paid_amount));
  if (refunded_amount !== undefined) add('refund', refunded_amount - Number(order.refunded_amount));
  if (isNew && payment_status === 'voided') add('void', authorized);
  return entries.filter(({ kind, amount }) => amount > 0 || kind === 'void');
}

/**
 * Returns the payment transactions that must be added so that the payment history matches the columns of the
 * order.
 */
export function missingEntries(
  order: Pick<Row<Order>, keyof PaidOrder>,
  gifts: readonly { code_id: string; gift_amount: string | number }[],
  sums: PaymentSums,
): Entry[] {
  const redeemed = gifts.reduce((sum, { gift_amount }) => sum + Number(gift_amount), 0);
  const lacksGifts = sums.redeemed === 0 && redeemed > 0;
  const paid = sums.captured + sums.redeemed + (lacksGifts ? redeemed : 0);
  const [captured, refunded] = [
    Number(order.paid_amount) - paid,
    Number(order.refunded_amount) - sums.refunded,
  ];
  const isAuthorized = order.payment_status === 'authorized' && sums.authorized === 0;
  const entries: Entry[] = lacksGifts ? gifts.map(redemptionOf) : [];
  if (isAuthorized)
    entries.push({ kind: 'authorization', amount: dueOf(order), authorized_change: dueOf(order) });
  if (captured > 0)
    entries.push({
      kind: 'capture',
      amount: captured,
      authorized_change: -Math.min(sums.authorized, captured) || 0,
    });
  if (refunded > 0) entries.push({ kind: 'refund', amount: refunded, authorized_change: 0 });
  return entries.filter(({ amount }) => amount > 0);
}

export const redemptionOf = ({
  code_id,
  gift_amount,
}: {
  code_id: string;
  gift_amount: string | number;
}): Entry => ({
  ...{ kind: 'gift_card_redemption', amount: Number(gift_amount), authorized_change: 0, reference: code_id },
});

export const returnOf = (code_id: string, amount: number): Entry => ({
  ...{ kind: 'gift_card_return', amount, authorized_change: 0, reference: code_id },
});
