import { amountOf, decimalOf } from './money';

it.each([
  ['19.95', 'EUR', 1995],
  ['19,9', 'EUR', 1990],
  [' 19 ', 'EUR', 1900],
  ['0', 'EUR', 0],
  ['1500', 'JPY', 1500],
  ['1.234', 'KWD', 1234],
])('takes %j of %s as %d', (text, currency, amount) => {
  expect(amountOf(text, currency)).toBe(amount);
});

it.each([
  ['', 'EUR'],
  ['-1', 'EUR'],
  ['1.234', 'EUR'],
  ['1,234.50', 'EUR'],
  ['1.5', 'JPY'],
  ['ten', 'EUR'],
])('takes %j of %s as no amount', (text, currency) => {
  expect(amountOf(text, currency)).toBeUndefined();
});

it('gives an amount back to be edited', () => {
  expect([decimalOf(1995, 'EUR'), decimalOf(5, 'EUR'), decimalOf(1500, 'JPY')]).toEqual([
    '19.95',
    '0.05',
    '1500',
  ]);
});
