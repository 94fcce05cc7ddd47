import * as table from 'dinero.js/currencies';

/** Corrects dinero.js, which divides MGA and MRU into fifths. ISO 4217 lists two decimal places for both. */
const decimalPlacesOf = ({ base, exponent }: { base: number | readonly number[]; exponent: number }) =>
  base === 10 ? exponent : 2;

const active: ReadonlyMap<string, number> = new Map(
  Object.values(table).map((currency) => [currency.code, decimalPlacesOf(currency)]),
);

/**
 * Currency codes that ISO 4217 has withdrawn, with decimal places. Stored amounts can have these currencies,
 * but new amounts cannot.
 */
const withdrawn: ReadonlyMap<string, number> = new Map([
  ['ANG', 2],
  ['CUC', 2],
  ['HRK', 2],
  ['SLL', 2],
  ['XDR', 0],
  ['XSU', 0],
  ['ZWL', 2],
]);

/** Active ISO 4217 currency codes with minor units, in alphabetical order. */
export const currencies: readonly string[] = [...active.keys()].sort();

/** Returns true for an active ISO 4217 currency code, which new amounts can have. */
export function isCurrency(code: unknown): code is string {
  return active.has(code as string);
}

/**
 * Returns the decimal places of a currency in ISO 4217: 2 for HUF, 0 for JPY, 3 for IQD. undefined for an
 * unknown currency code.
 */
export function decimalPlaces(code: string): number | undefined {
  return active.get(code) ?? withdrawn.get(code);
}
