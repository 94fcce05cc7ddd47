import * as table from 'dinero.js/currencies';

/** dinero.js divides MGA and MRU into fifths. ISO 4217 lists two decimal places for both. */
const decimalPlacesOf = ({ base, exponent }: { base: number | readonly number[]; exponent: number }) =>
  base === 10 ? exponent : 2;

const active: ReadonlyMap<string, number> = new Map(
  Object.values(table).map((currency) => [currency.code, decimalPlacesOf(currency)]),
);

/** Codes that ISO 4217 has withdrawn. Stored amounts can use these codes, but new amounts cannot. */
const withdrawn: ReadonlyMap<string, number> = new Map([
  ['ANG', 2],
  ['CUC', 2],
  ['HRK', 2],
  ['SLL', 2],
  ['XDR', 0],
  ['XSU', 0],
  ['ZWL', 2],
]);

/** Codes of the current ISO 4217 list that have minor units, in alphabetical order. */
export const currencies: readonly string[] = [...active.keys()].sort();

/** Returns true for an active ISO 4217 code, which new amounts can use. */
export function isCurrency(code: unknown): code is string {
  return active.has(code as string);
}

/** Decimal places of a currency in ISO 4217: 2 for HUF, 0 for JPY, 3 for IQD. Undefined for an unknown code. */
export function decimalPlaces(code: string): number | undefined {
  return active.get(code) ?? withdrawn.get(code);
}
