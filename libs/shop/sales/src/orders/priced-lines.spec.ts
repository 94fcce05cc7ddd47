import { ApiErrors, type ApiError } from '@storewright/json-api';
import type { InventoryVariant } from './inventory';
import { priceLines } from './priced-lines';

const [mugId, cupId, oldId] = ['1', '2', '3'].map((end) => `018f4a2e-7d1c-7a10-8a3e-00000000000${end}`) as [
  string,
  string,
  string,
];
const aVariant = (id: string, given: object = {}) => ({
  ...{ id, product_id: 'product', title: 'Blue', sku: 'B', price_amount: '1000', currency_code: 'EUR' },
  ...{ inventory_quantity: 5, inventory_policy: 'deny' },
  ...given,
});
const products = new Map([
  ['product', { id: 'product', title: 'Mug', status: 'active' }],
  ['old', { id: 'old', title: 'Old', status: 'archived' }],
]);
const stockOf = (...variants: InventoryVariant[]) => ({
  products,
  variants: new Map(variants.map((each) => [each.id, each])),
});
const line = (variant_id: string, quantity = 1) => ({ variant_id, quantity });

function faultsOf(work: () => unknown): unknown[] {
  try {
    work();
  } catch (error) {
    const errors = error instanceof ApiErrors ? error.errors : [error as ApiError];
    return errors.map(({ code, source, disclosed }) => [
      code,
      (source as { pointer: string }).pointer,
      ...(disclosed?.meta ? [disclosed.meta['available']] : []),
    ]);
  }
  return [];
}

describe('pricing of line items', () => {
  it('uses the current prices of variants, and accepts items that are not in the catalog', () => {
    const stock = stockOf(
      aVariant(mugId),
      aVariant(cupId, { title: 'Mug', sku: null, inventory_quantity: null }),
    );
    const custom = { title: 'Engraving', price_amount: 250, quantity: 2 };
    const priced = priceLines(
      stock,
      { line_items: [line(mugId.toUpperCase(), 2), custom, line(cupId), line(mugId)] },
      '/a',
    );
    const common = { product_id: 'product', price_amount: 1000 };
    expect(priced).toMatchObject({
      currency_code: 'EUR',
      subtotal_amount: 4_500,
      lines: [
        { ...common, variant_id: mugId, title: 'Mug – Blue', sku: 'B', quantity: 2, total_amount: 2_000 },
        { ...custom, variant_id: null, product_id: null, sku: null, total_amount: 500 },
        { ...common, variant_id: cupId, title: 'Mug', sku: null, quantity: 1, total_amount: 1_000 },
        { ...common, variant_id: mugId, quantity: 1, total_amount: 1_000 },
      ],
    });
    expect(priced.reservations.map(({ quantity, reserved }) => [quantity, reserved])).toEqual([
      [3, 3],
      [1, 0],
    ]);
  });

  it('reports the available stock if the total quantity of all lines exceeds the stock', () => {
    const stock = stockOf(aVariant(mugId));
    const at = (index: number) => `/a/line_items/${index}/quantity`;
    const faults = (...quantities: number[]) =>
      faultsOf(() => priceLines(stock, { line_items: quantities.map((each) => line(mugId, each)) }, '/a'));
    expect(faults(5)).toEqual([]);
    expect(faults(6)).toEqual([['invalid_attribute', at(0), 5]]);
    expect(faults(3, 3)).toEqual([['invalid_attribute', at(1), 2]]);
    const oversold = stockOf(aVariant(mugId, { inventory_quantity: -2 }));
    expect(faultsOf(() => priceLines(oversold, { line_items: [line(mugId)] }, '/a'))).toEqual([
      ['invalid_attribute', at(0), 0],
    ]);
    const endless = stockOf(aVariant(mugId, { inventory_policy: 'continue' }));
    expect(priceLines(endless, { line_items: [line(mugId, 9)] }, '/a').reservations[0]!.reserved).toBe(9);
  });

  it('rejects missing variants, unavailable variants and foreign currencies, with a pointer to each line', () => {
    const stock = stockOf(
      aVariant(mugId),
      aVariant(cupId, { currency_code: 'USD' }),
      aVariant(oldId, { product_id: 'old' }),
    );
    const nowhere = '018f4a2e-7d1c-7a10-8a3e-0000000000ff';
    const line_items = [line(mugId), line(cupId), line(oldId), line(nowhere)];
    expect(faultsOf(() => priceLines(stock, { line_items }, '/a'))).toEqual([
      ['invalid_attribute', '/a/line_items/1/variant_id'],
      ['invalid_attribute', '/a/line_items/2/variant_id'],
      ['not_found', '/a/line_items/3/variant_id'],
    ]);
    expect(
      faultsOf(() => priceLines(stock, { line_items: [line(mugId)], currency_code: 'USD' }, '/a')),
    ).toEqual([['invalid_attribute', '/a/currency_code']]);
  });

  it('requires currency_code if no line item has a variant', () => {
    const line_items = [{ title: 'Advice', price_amount: 1, quantity: 1 }];
    expect(faultsOf(() => priceLines(stockOf(), { line_items }, '/a'))).toEqual([
      ['invalid_attribute', '/a'],
    ]);
    expect(priceLines(stockOf(), { line_items, currency_code: 'CHF' }, '/a').currency_code).toBe('CHF');
  });
});
