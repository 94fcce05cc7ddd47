import { decimalPlaces, majorUnits } from '@storewright/money';
import type { IntlShape } from 'react-intl';
import type { Texts } from '../../texts/texts';

export type Money = (amount: number, currency: string | null) => string;

/** Formats an amount with the decimal places of ISO 4217. Without a known currency, shows the amount in minor units. */
export function moneyFormat({ formatNumber }: Pick<IntlShape, 'formatNumber'>, t: Texts): Money {
  return (amount, currency) => {
    const places = currency === null ? undefined : decimalPlaces(currency);
    if (currency === null || places === undefined)
      return t('amount.minorUnits', { amount: formatNumber(amount), currency: currency ?? '' }).trim();
    return formatNumber(majorUnits(amount, currency), {
      ...{ style: 'currency', currency },
      ...{ minimumFractionDigits: places, maximumFractionDigits: places },
    });
  };
}

export type Sums = (sums: readonly { currency_code: string; amount: number }[]) => string;

/** Formats totals in several currencies as a list, because a sum of different currencies has no meaning. */
export function sumsFormat({ formatList }: Pick<IntlShape, 'formatList'>, money: Money): Sums {
  return (sums) =>
    sums.length === 0
      ? '–'
      : formatList(
          sums.map(({ amount, currency_code }) => money(amount, currency_code)),
          { type: 'unit' },
        );
}
