/*
 * A client's JSON number is stored as an IEEE 754 double (RFC 8259 §6), which rounds fractions. A number
 * beyond ±(2^53 − 1) is rejected if a double cannot represent all its digits, because rounding would change
 * an exact value (docs/adr/limits-and-numbers.md).
 */

/**
 * True if the API accepts the JSON number. Beyond ±(2^53 − 1), it rejects integers without an exponent and
 * numbers whose digits a double cannot represent.
 */
export function isKeptNumber(literal: string): boolean {
  return isGivenBack(literal) && (Number.isSafeInteger(Number(literal)) || !/^-?\d+$/.test(literal));
}

/**
 * True if a double represents all digits of the JSON number, or if the absolute value is at most 2^53 − 1.
 */
export function isGivenBack(literal: string): boolean {
  const value = Number(literal);
  if (Math.abs(value) < Number.MAX_SAFE_INTEGER) return true;
  if (!Number.isFinite(value)) return false;
  const written = decimalOf(literal);
  const kept = decimalOf(String(value));
  return (written.digits === kept.digits && written.exponent === kept.exponent) || !isBeyond(written);
}

interface Decimal {
  /** Significant decimal digits, without zeros at the start and end. */
  digits: string;
  /** Power of ten by which the integer in `digits` is multiplied. */
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
 * Matches a JSON string or number. The closing quote is optional, because an unterminated string would
 * otherwise be scanned several times.
 */
export const textsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/g;

/**
 * Replaces each JSON number that the API rejects with an empty string, so that the caller can locate the
 * number. Returns undefined if the API accepts all numbers. Requires valid JSON.
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
