import fc from 'fast-check';
import { currencies, decimalOf, majorUnits, parseAmount } from './index';

describe('decimalOf', () => {
  it.each([
    [1995, 'EUR', '19.95'],
    [5, 'EUR', '0.05'],
    [0, 'EUR', '0.00'],
    [-5, 'EUR', '-0.05'],
    [1500, 'JPY', '1500'],
    [0, 'JPY', '0'],
    [19_950_000, 'HUF', '199500.00'],
    [1234, 'IQD', '1.234'],
    [1, 'CLF', '0.0001'],
    [999_999_999_999_999, 'EUR', '9999999999999.99'],
  ])('formats %d minor units of %s as %s', (amount, currency, text) => {
    expect(decimalOf(amount, currency)).toBe(text);
  });

  it('throws a RangeError for a currency that ISO 4217 does not list', () => {
    expect(() => decimalOf(1995, 'XXX')).toThrow(RangeError);
  });
});

describe('majorUnits', () => {
  it('converts minor units to a number with the decimal places of the currency', () => {
    const amounts = ['EUR', 'JPY', 'HUF', 'IQD'].map((currency) => majorUnits(199_500, currency));
    expect(amounts).toEqual([1995, 199_500, 1995, 199.5]);
  });
});

describe('parseAmount', () => {
  it.each([
    ['19.95', 'EUR', 1995],
    ['19,9', 'EUR', 1990],
    [' 19 ', 'EUR', 1900],
    ['0', 'EUR', 0],
    ['1500', 'JPY', 1500],
    ['1.234', 'KWD', 1234],
    ['500', 'HUF', 50_000],
    ['500', 'IQD', 500_000],
  ])('parses %j in %s as %d minor units', (text, currency, amount) => {
    expect(parseAmount(text, currency)).toBe(amount);
  });

  it.each([
    ['', 'EUR'],
    ['-1', 'EUR'],
    ['1.234', 'EUR'],
    ['1,234.50', 'EUR'],
    ['1.5', 'JPY'],
    ['ten', 'EUR'],
  ])('returns undefined for the text %j in %s', (text, currency) => {
    expect(parseAmount(text, currency)).toBeUndefined();
  });

  it('parses the result of decimalOf to the same amount in every currency', () => {
    const amount = fc.integer({ min: 0, max: 999_999_999_999 });
    fc.assert(
      fc.property(amount, fc.constantFrom(...currencies), (minor, currency) => {
        expect(parseAmount(decimalOf(minor, currency), currency)).toBe(minor);
      }),
      { numRuns: 1000 },
    );
  });
});
