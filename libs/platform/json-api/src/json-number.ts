/*
 * JSON numbers are IEEE 754 doubles, as in RFC 8259 §6. Fractions are rounded. A number beyond ±(2^53 − 1)
 * whose digits a double cannot represent is rejected in any notation, because rounding would change an exact
 * value (docs/adr/limits-and-numbers.md).
 */

/** True if a double can store the number. Beyond ±(2^53 − 1) a double must represent all digits. */
export function isKeptNumber(literal: string): boolean {
  return isGivenBack(literal) && (Number.isSafeInteger(Number(literal)) || !/^-?\d+$/.test(literal));
}

/** True if a double represents all digits, or if the number is at most 2^53 − 1, whose fraction may be rounded. */
export function isGivenBack(literal: string): boolean {
  const value = Number(literal);
  if (Math.abs(value) < Number.MAX_SAFE_INTEGER) return true;
  if (!Number.isFinite(value)) return false;
  const written = decimalOf(literal);
  const kept = decimalOf(String(value));
  return (written.digits === kept.digits && written.exponent === kept.exponent) || !isBeyond(written);
}

interface Decimal {
  /** Digits of the number without leading and trailing zeros. */
  digits: string;
  /** Power of ten by which the last digit is multiplied. */
  exponent: number;
}

/** Converts any notation of a number to digits and exponent. The sign is dropped. */
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

/** True if the number is greater than 2^53 − 1. */
function isBeyond({ digits, exponent }: Decimal): boolean {
  const places = digits.length + exponent;
  if (places !== largest.length) return places > largest.length;
  const whole = digits.slice(0, places).padEnd(places, '0');
  return whole === largest ? digits.length > places : whole > largest;
}

/**
 * Matches strings and numbers. The closing quote is optional: the pattern then matches every string start and
 * scans the text once.
 */
export const textsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/g;

/**
 * Replaces each number that cannot be stored with a string. Returns undefined if all numbers can be stored.
 * The caller compares the result with the original to locate these numbers. Requires valid JSON.
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
