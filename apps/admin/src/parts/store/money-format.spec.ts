import { createIntl } from 'react-intl';
import { first } from '../../texts/en/first';
import type { Texts } from '../../texts/texts';
import { moneyFormat, sumsFormat } from './money-format';

const intl = createIntl({ locale: 'en', messages: first });
const t: Texts = (id, values) => intl.formatMessage({ id }, values);
/** Intl separates a code and its number with a no-break space. */
const money = (amount: number, currency: string | null) =>
  moneyFormat(intl, t)(amount, currency).replace(/\u00a0/g, ' ');

describe('moneyFormat', () => {
  it.each([
    [1999, 'USD', '$19.99'],
    [3000, 'JPY', '¥3,000'],
    [199_500, 'HUF', 'HUF 1,995.00'],
    [199_500, 'IQD', 'IQD 199.500'],
    [199_500, 'COP', 'COP 1,995.00'],
    [1234, 'XCG', 'Cg. 12.34'],
    [-500, 'EUR', '-€5.00'],
  ])('formats %d minor units of %s as %s', (amount, currency, text) => {
    expect(money(amount, currency)).toBe(text);
  });

  it('shows an amount without a currency in minor units', () => {
    expect(money(1999, null)).toBe('1,999 minor units');
  });

  it('shows an amount of an unknown currency in minor units with its code', () => {
    expect(money(1999, 'ZZZ')).toBe('1,999 minor units ZZZ');
  });
});

describe('sumsFormat', () => {
  const sums = sumsFormat(intl, money);

  it('lists $19.99 and ¥3,000 separately', () => {
    const both = [
      { currency_code: 'JPY', amount: 3000 },
      { currency_code: 'USD', amount: 1999 },
    ];
    expect(sums(both)).toBe('¥3,000, $19.99');
  });

  it('shows a dash for a customer who spent nothing', () => {
    expect(sums([])).toBe('–');
  });
});
