import { code39, labelsPdf, printable } from './labels';
import { labelOrder, type LabelOrder, trackingNumberOf } from './orders';

const order = { id: 'o-1', number: 1001, address: ['Anna', '10827 Berlin', 'DE'], printed: false };

it('labelsPdf returns one page for each order', async () => {
  const pdf = (await labelsPdf('Demo Shop', [order, { ...order, id: 'o-2' }])).toString('latin1');
  expect(pdf.slice(0, 5)).toBe('%PDF-');
  expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(2);
});

it('labelsPdf fits a long address on one page', async () => {
  const address = Array.from({ length: 6 }, () => 'Donaudampfschifffahrtsgesellschaftskapitän '.repeat(4));
  const pdf = (await labelsPdf('Demo Shop '.repeat(20), [{ ...order, address }])).toString('latin1');
  expect(pdf.match(/\/Type \/Page\n/g)).toHaveLength(1);
});

it('printable removes accents that PDF fonts lack, and replaces other letters with question marks', () => {
  expect(printable('Müller & Søn, “Œuvre” 5 €')).toBe('Müller & Søn, “Œuvre” 5 €');
  expect(printable('Jiří Nguyễn Łukasz Yılmaz 王')).toBe('Jirí Nguyen Lukasz Yilmaz ?');
});

it('code39 returns a barcode that starts and ends with a bar and encloses the text in asterisks', () => {
  expect(code39('').bars.map(({ width }) => width)).toEqual([1, 1, 2, 2, 1, 1, 1, 2, 2, 1]);
  expect(code39('SW1').width).toBe(5 * 13 - 1);
});

it('trackingNumberOf returns a unique, stable number for each order', () => {
  const numbers = Array.from({ length: 2_000 }, (_, at) => trackingNumberOf({ id: `o-${at}` }));
  expect(trackingNumberOf({ id: 'o-7' })).toBe(numbers[7]);
  expect(new Set(numbers).size).toBe(numbers.length);
  expect(numbers.every((each) => /^SW\d{15}$/.test(each))).toBe(true);
});

describe('labelOf', () => {
  type Order = Parameters<typeof labelOrder>[0];
  const address = { first_name: 'Anna', last_name: null, line1: 'Hauptstraße 1', postal_code: '10827' };
  const paid: Order = {
    ...{ id: 'o-1', number: 1001, status: 'open', fulfillment_status: 'unfulfilled' },
    shipping_address: { ...address, city: 'Berlin', country_code: 'DE' },
  };

  it("returns the lines of an order's shipping address without empty lines", () => {
    const lines = ['Anna', 'Hauptstraße 1', '10827 Berlin', 'DE'];
    expect(labelOrder(paid)).toEqual<LabelOrder>({ id: 'o-1', number: 1001, address: lines, printed: false });
    expect(labelOrder({ ...paid, shipping_address: null })?.address).toEqual([]);
  });

  it.each<Partial<Order>>([
    { fulfillment_status: 'fulfilled' },
    { fulfillment_status: 'not_required' },
    { status: 'cancelled' },
  ])('returns undefined for %j', (change) => expect(labelOrder({ ...paid, ...change })).toBeUndefined());
});
