import { Violations } from '@storewright/json-api';
import { checkLines, isLineList, subtotalOf } from './line-items';

function faults(lines: unknown[]): string[] {
  const violations = new Violations();
  checkLines(lines, violations, '/l');
  return violations.errors.map(({ code, source }) => `${code} ${(source as { pointer: string }).pointer}`);
}
const variant_id = '018f4a2e-7d1c-7a10-8a3e-6a1b2c3d4e5f';

describe('line items of a new order', () => {
  it('are rejected if the order has none or more than 250', () => {
    const list = (length: number) => isLineList(Array.from({ length }, () => ({})));
    expect([list(0), list(1), list(250), list(251), isLineList('x'), isLineList(null)]).toEqual([
      ...[false, true, true, false, false, false],
    ]);
  });

  it('must have a variant and a quantity, or a title, a price and a quantity', () => {
    expect(
      faults([
        { variant_id, quantity: 1 },
        { title: 'Engraving', price_amount: 0, quantity: 1_000_000 },
      ]),
    ).toEqual([]);
  });

  it('are rejected with a pointer to each invalid line item', () => {
    const lines = [
      'x',
      null,
      {},
      { variant_id: 'x', quantity: 0 },
      { variant_id, quantity: 1.5, 'price/amount': 1 },
      { variant_id },
      { title: '', price_amount: -1, quantity: 1_000_001, sku: 'A' },
      { variant_id: null, quantity: 1 },
    ];
    expect(faults(lines)).toEqual([
      'invalid_attribute /l/0',
      'invalid_attribute /l/1',
      ...['title', 'price_amount', 'quantity'].map(() => 'invalid_attribute /l/2'),
      ...['invalid_attribute /l/3/variant_id', 'invalid_attribute /l/3/quantity'],
      ...['unknown_attribute /l/4/price~1amount', 'invalid_attribute /l/4/quantity'],
      'invalid_attribute /l/5',
      ...['unknown_attribute /l/6/sku', 'invalid_attribute /l/6/title'],
      ...['invalid_attribute /l/6/price_amount', 'invalid_attribute /l/6/quantity'],
      'invalid_attribute /l/7/variant_id',
    ]);
  });

  it('are rejected if their total exceeds the maximum amount', () => {
    expect(subtotalOf([{ price_amount: 1e15, quantity: 1 }])).toBe(1e15);
    expect(subtotalOf([{ price_amount: 0, quantity: 1_000_000 }])).toBe(0);
    for (const lines of [
      [{ price_amount: 1e15, quantity: 2 }],
      [
        { price_amount: 1e15, quantity: 1 },
        { price_amount: 1, quantity: 1 },
      ],
    ])
      expect(subtotalOf(lines)).toBeUndefined();
  });
});
