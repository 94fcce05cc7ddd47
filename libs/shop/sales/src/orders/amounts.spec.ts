import { contributionOf, paymentAmounts } from './amounts';
import type { PaymentStatus } from './order-states';

const row = (payment_status: PaymentStatus, paid_amount = 0, refunded_amount = 0) => ({
  ...{ status: 'open' as const, currency_code: 'EUR', payment_status, total_amount: '1000' },
  ...{ paid_amount: String(paid_amount), refunded_amount: String(refunded_amount) },
});

describe('contributionOf', () => {
  it('returns the paid amount minus the refunded amount, and returns zero after a cancellation', () => {
    expect(contributionOf(row('paid', 1000, 300))).toEqual({ orders: 1, spent: 700, currency_code: 'EUR' });
    expect(contributionOf({ ...row('paid', 1000), status: 'cancelled' })).toEqual({
      orders: 0,
      spent: 0,
      currency_code: 'EUR',
    });
  });
});

interface Sent {
  payment_status?: PaymentStatus;
  refunded_amount?: number;
}

describe('paymentAmounts', () => {
  it.each<[order: ReturnType<typeof row>, sent: Sent, after: object]>([
    [row('pending', 200), { payment_status: 'authorized' }, {}],
    [row('pending', 200), { payment_status: 'paid' }, { paid_amount: 1000 }],
    [row('authorized'), { payment_status: 'voided' }, {}],
    [row('paid', 1000), { payment_status: 'refunded' }, { refunded_amount: 1000 }],
    [row('paid', 1000), { payment_status: 'refunded', refunded_amount: 1000 }, { refunded_amount: 1000 }],
    [row('paid', 1000), { payment_status: 'partially_refunded', refunded_amount: 1 }, { refunded_amount: 1 }],
    [row('partially_refunded', 1000, 1), { refunded_amount: 999 }, { refunded_amount: 999 }],
    [row('partially_refunded', 1000, 1), { refunded_amount: 1 }, {}],
    [row('partially_refunded', 1000, 1), { payment_status: 'partially_refunded' }, {}],
    [row('partially_refunded', 1000, 1), { payment_status: 'refunded' }, { refunded_amount: 1000 }],
    [row('paid', 1000), { refunded_amount: 0 }, {}],
  ])('returns, for the order %j and the change %j, the payment amounts %j', (before, sent, after) => {
    expect(paymentAmounts(before, sent, '/a')).toEqual(after);
  });

  it.each<[order: ReturnType<typeof row>, sent: Sent, pointer: string]>([
    [row('paid', 1000), { payment_status: 'partially_refunded' }, '/a'],
    [row('paid', 1000), { payment_status: 'partially_refunded', refunded_amount: 0 }, '/a/refunded_amount'],
    [
      row('paid', 1000),
      { payment_status: 'partially_refunded', refunded_amount: 1000 },
      '/a/refunded_amount',
    ],
    [row('partially_refunded', 1000, 500), { refunded_amount: 499 }, '/a/refunded_amount'],
    [row('paid', 1000), { payment_status: 'refunded', refunded_amount: 1 }, '/a/refunded_amount'],
    [row('paid', 1000), { refunded_amount: 1 }, '/a/refunded_amount'],
    [row('pending'), { payment_status: 'paid', refunded_amount: 1 }, '/a/refunded_amount'],
  ])('throws, for the order %j and the change %j, an error with the pointer %s', (before, sent, pointer) => {
    expect(() => paymentAmounts(before, sent, '/a')).toThrow(
      expect.objectContaining({ code: 'invalid_attribute', source: { pointer } }),
    );
  });
});
