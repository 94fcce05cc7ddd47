import { useIntl } from 'react-intl';

/** Digits behind the point: 2 of EUR, 0 of JPY. */
export function digitsOf(currency: string): number {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions()
    .maximumFractionDigits!;
}

/** Amounts as the viewer's locale writes them. Without a currency the number alone, of two digits. */
export function useMoney(): (amount: number, currency: string | null) => string {
  const { formatNumber } = useIntl();
  return (amount, currency) =>
    currency === null
      ? formatNumber(amount / 100, { minimumFractionDigits: 2 })
      : formatNumber(amount / 10 ** digitsOf(currency), { style: 'currency', currency });
}

/** `1995` → `19.95`, to be edited. */
export function decimalOf(amount: number, currency: string): string {
  return (amount / 10 ** digitsOf(currency)).toFixed(digitsOf(currency));
}

/** `19.95`, `19,95` or `19` → `1995`; undefined where it is no amount of this currency. */
export function amountOf(text: string, currency: string): number | undefined {
  const digits = digitsOf(currency);
  const [, whole, part = ''] = /^\s*(\d{1,12})(?:[.,](\d*))?\s*$/.exec(text) ?? [];
  if (whole === undefined || part.length > digits) return undefined;
  return Number(whole + part.padEnd(digits, '0'));
}
