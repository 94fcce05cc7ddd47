import { decimalPlaces } from './currencies';

/** Matches an amount with at most twelve digits before the decimal separator. */
const TYPED_AMOUNT = /^(\d{1,12})(?:[.,](\d*))?$/;

/** Formats minor units as a plain decimal: 1995 EUR is `19.95`, 1995 JPY is `1995`. */
export function decimalOf(amount: number, currency: string): string {
  const places = placesOf(currency);
  const digits = String(Math.abs(amount)).padStart(places + 1, '0');
  const sign = amount < 0 ? '-' : '';
  if (places === 0) return sign + digits;
  return `${sign}${digits.slice(0, -places)}.${digits.slice(-places)}`;
}

/** Converts minor units to the main unit of the currency, for number formatters: 1995 EUR is 19.95. */
export function majorUnits(amount: number, currency: string): number {
  return amount / 10 ** placesOf(currency);
}

/**
 * Parses a decimal such as `19.95`, `19,95` or `19` into minor units. Returns undefined for text that is no
 * amount in the currency.
 */
export function parseAmount(text: string, currency: string): number | undefined {
  const places = placesOf(currency);
  const [, whole, part = ''] = TYPED_AMOUNT.exec(text.trim()) ?? [];
  if (whole === undefined || part.length > places) return undefined;
  return Number(whole + part.padEnd(places, '0'));
}

function placesOf(currency: string): number {
  const places = decimalPlaces(currency);
  if (places === undefined) throw new RangeError(`"${currency}" is not an ISO 4217 currency.`);
  return places;
}
