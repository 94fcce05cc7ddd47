import * as fc from 'fast-check';
import type { Line } from './line-items';
import { type Basket, discountsOf, giftsOf, redeem, type Redeemable, refusalOf } from './redemption';

const aLine = (total_amount: number, product_id: string | null = null): Line => ({
  ...{ variant_id: null, product_id, title: 'Mug', sku: null, price_amount: total_amount, quantity: 1 },
  total_amount,
});

function aCode(given: Partial<Redeemable> = {}): Redeemable {
  return {
    ...{ id: 'code', kind: 'discount', status: 'active', value_type: 'percentage', value: 1_000 },
    ...{ balance_amount: 0, currency_code: null, minimum_subtotal_amount: null, customer_id: null },
    ...{ usage_limit_per_customer: null, uses_by_customer: 0, products: new Set() },
    ...given,
  };
}

const aBasket = (given: Partial<Basket> = {}): Basket => ({
  ...{ lines: [aLine(1_000, 'mug')], currency_code: 'EUR', subtotal_amount: 1_000, customer_id: 'anna' },
  ...given,
});

describe('redemption of a discount code or gift code', () => {
  it.each<[reason: string | undefined, Partial<Redeemable>, Partial<Basket>]>([
    [undefined, {}, {}],
    ['expired', { status: 'expired' }, {}],
    ['exhausted', { status: 'exhausted' }, {}],
    [undefined, { customer_id: 'anna' }, {}],
    ['customer', { customer_id: 'bert' }, {}],
    ['customer', { customer_id: 'anna' }, { customer_id: null }],
    ['customer', { usage_limit_per_customer: 1 }, { customer_id: null }],
    [undefined, { usage_limit_per_customer: 2, uses_by_customer: 1 }, {}],
    ['usage_limit_per_customer', { usage_limit_per_customer: 2, uses_by_customer: 2 }, {}],
    ['currency_code', { currency_code: 'USD' }, {}],
    [undefined, { minimum_subtotal_amount: 1_000 }, {}],
    ['minimum_subtotal_amount', { minimum_subtotal_amount: 1_001 }, {}],
    [undefined, { products: new Set(['mug', 'cup']) }, {}],
    ['products', { products: new Set(['cup']) }, {}],
    ['products', { products: new Set(['cup']) }, { lines: [aLine(5)] }],
  ])('is rejected with the reason %s: code %j, order %j', (reason, code, basket) => {
    const refusal = refusalOf(aCode(code), aBasket(basket));
    expect(refusal?.disclosed?.reason ?? refusal?.reason).toBe(reason);
  });
});

describe('discountsOf', () => {
  it('rounds a discount in percent down', () => {
    const off = (value: number, total: number) => discountsOf([aCode({ value })], [aLine(total)]);
    expect([off(1_000, 1_999), off(1, 9_999), off(1, 10_000), off(10_000, 7)]).toEqual([
      [199],
      [0],
      [1],
      [7],
    ]);
  });

  it('computes percentages exactly even beyond the precision of a double', () => {
    expect(discountsOf([aCode({ value: 9_999 })], [aLine(999_999_999_999_999)])).toEqual([
      999_899_999_999_999,
    ]);
  });

  it('limits a fixed discount to the price of the line items to which the code applies', () => {
    const fixed = aCode({ value_type: 'fixed_amount', value: 700, products: new Set(['mug']) });
    expect(discountsOf([fixed], [aLine(500, 'mug'), aLine(5_000, 'cup')])).toEqual([500]);
    expect(discountsOf([fixed, fixed], [aLine(1_000, 'mug'), aLine(5_000, 'cup')])).toEqual([700, 300]);
  });
});

describe('giftsOf', () => {
  it('uses gift codes in order until the order is paid', () => {
    const gifts = [300, 500, 400].map((balance_amount) => aCode({ kind: 'gift', balance_amount }));
    expect(giftsOf(gifts, 700)).toEqual([300, 400, 0]);
  });
});

describe('redemption of several codes', () => {
  it('never makes an order total or line price negative, and never deducts more than the amount due', () => {
    const amount = fc.integer({ min: 0, max: 100_000 });
    const product = fc.constantFrom('a', 'b', 'c');
    const lines = fc.array(fc.tuple(amount, product), { minLength: 1, maxLength: 5 });
    const code = fc.record({
      kind: fc.constantFrom('discount' as const, 'gift' as const),
      value_type: fc.constantFrom('percentage' as const, 'fixed_amount' as const),
      value: fc.integer({ min: 1, max: 10_000 }),
      balance_amount: amount,
      products: fc.uniqueArray(product).map((each) => new Set(each)),
    });
    fc.assert(
      fc.property(lines, fc.array(code, { maxLength: 5 }), amount, (sent, given, extra) => {
        const all = sent.map(([total, id]) => aLine(total, id));
        const subtotal_amount = all.reduce((sum, { total_amount }) => sum + total_amount, 0);
        const codes = given.map((each, at) => aCode({ ...each, id: String(at) }));
        const redemptions = redeem(codes, aBasket({ lines: all, subtotal_amount }), extra);
        const off = redemptions.reduce((sum, each) => sum + each.discount_amount, 0);
        const paid = redemptions.reduce((sum, each) => sum + each.gift_amount, 0);
        expect(off).toBeLessThanOrEqual(subtotal_amount);
        expect(paid).toBeLessThanOrEqual(subtotal_amount - off + extra);
        redemptions.forEach(({ code_id, discount_amount, gift_amount }, at) => {
          expect(code_id).toBe(String(at));
          expect(gift_amount).toBeLessThanOrEqual(codes[at]!.balance_amount);
          expect(codes[at]!.kind === 'gift' ? discount_amount : gift_amount).toBe(0);
        });
      }),
    );
  });
});
