/**
 * How the API would store a JSON number as an IEEE 754 double (docs/contract.md §5). Beyond ±(2^53 − 1), the
 * API rejects plain integers and numbers whose digits a double does not reproduce. `literal` is the number in
 * the JSON text.
 */
export type NumberFate =
  | { kind: 'exact' }
  /** The API rejects the number. */
  | { kind: 'refused' }
  /** The API stores another number, with these digits. */
  | { kind: 'rounded'; kept: string };

export const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function fateOfNumber(literal: string): NumberFate {
  const value = Number(literal);
  if (!Number.isFinite(value)) return { kind: 'refused' };
  if (/^-?\d+$/.test(literal) && !Number.isSafeInteger(value)) return { kind: 'refused' };
  const kept = String(value);
  if (isSameNumber(literal, kept)) return { kind: 'exact' };
  return isBeyond(literal) ? { kind: 'refused' } : { kind: 'rounded', kept };
}

/**
 * Formats a number from an API response for a request. A response contains `100000000000000000000`, which a request
 * must write as `1e20`.
 */
export function sendableNumber(literal: string): string {
  const value = Number(literal);
  return /^-?\d+$/.test(literal) && !Number.isSafeInteger(value) ? value.toExponential() : literal;
}

function isSameNumber(one: string, other: string): boolean {
  const [a, b] = [decimal(one), decimal(other)];
  return a.digits === b.digits && a.exponent === b.exponent && a.negative === b.negative;
}

const largest = String(Number.MAX_SAFE_INTEGER);

/** True if the number is beyond ±(2^53 − 1). Compares digits, because a double would be rounded. */
function isBeyond(literal: string): boolean {
  const { digits, exponent } = decimal(literal);
  const places = digits.length + exponent;
  if (places !== largest.length) return places > largest.length;
  const whole = digits.slice(0, places).padEnd(places, '0');
  return whole === largest ? digits.length > places : whole > largest;
}

/** Normalizes a JSON number to significant digits and a power of ten, so that equal numbers have equal results. */
function decimal(literal: string): { digits: string; exponent: number; negative: boolean } {
  const [, sign, whole = '', fraction = '', power = '0'] = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(
    literal,
  )!;
  const all = (whole + fraction).replace(/^0+/, '');
  let end = all.length;
  while (all[end - 1] === '0') end -= 1;
  const digits = all.slice(0, end);
  if (digits === '') return { digits: '0', exponent: 0, negative: false };
  return {
    digits,
    exponent: Number(power) - fraction.length + (all.length - digits.length),
    negative: sign === '-',
  };
}
