/*
 * JSON numbers are IEEE 754 doubles (RFC 8259 §6). Fractions are rounded. A number beyond ±(2^53 − 1) is
 * rejected in any notation if a double cannot represent all its digits, because rounding would change an exact
 * value (docs/adr/limits-and-numbers.md).
 */

/** True if a double can store the JSON number. Beyond ±(2^53 − 1), the double must represent all digits. */
export function isKeptNumber(literal: string): boolean {
  return isGivenBack(literal) && (Number.isSafeInteger(Number(literal)) || !/^-?\d+$/.test(literal));
}

/** True if a double represents all digits of the JSON number. Up to 2^53 − 1, rounded fractions are allowed. */
export function isGivenBack(literal: string): boolean {
  const value = Number(literal);
  if (Math.abs(value) < Number.MAX_SAFE_INTEGER) return true;
  if (!Number.isFinite(value)) return false;
  const written = decimalOf(literal);
  const kept = decimalOf(String(value));
  return (written.digits === kept.digits && written.exponent === kept.exponent) || !isBeyond(written);
}

interface Decimal {
  /** Decimal digits without leading and trailing zeros. */
  digits: string;
  /** Power of ten by which the last digit is multiplied. */
  exponent: number;
}

function decimalOf(literal: string): Decimal {
  const [, whole = '', fraction = '', power = '0'] = /^-?(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(
    literal,
  )!;
  const all = (whole + fraction).replace(/^0+/, '');
  let end = all.length;
  while (all[end - 1] === '0') end -= 1;
  return { digits: all.slice(0, end), exponent: Number(power) - fraction.length + (all.length - end) };
}

const largest = String(Number.MAX_SAFE_INTEGER);

function isBeyond({ digits, exponent }: Decimal): boolean {
  const places = digits.length + exponent;
  if (places !== largest.length) return places > largest.length;
  const whole = digits.slice(0, places).padEnd(places, '0');
  return whole === largest ? digits.length > places : whole > largest;
}

/**
 * Matches JSON strings and numbers. The closing quote is optional in the regular expression, so that it scans
 * an unterminated string only once.
 */
export const textsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/g;

/**
 * Replaces all JSON numbers that cannot be stored with empty strings, so that the caller can locate these
 * numbers. Returns undefined if all numbers can be stored. Requires valid JSON.
 */
export function withLostNumbersMarked(source: string, isKept = isKeptNumber): string | undefined {
  let lost = 0;
  const marked = source.replace(textsAndNumbers, (token) => {
    if (token.startsWith('"') || isKept(token)) return token;
    lost += 1;
    return '""';
  });
  return lost > 0 ? marked : undefined;
}
