/*
 * Numbers are IEEE 754 doubles, as RFC 8259 §6 lets JSON have them. A fraction rounds; what is beyond ±(2^53 − 1) and has digits that a double does not give back
 * was somebody's exact number, and would become another one: it is refused, however it is written (docs/adr/limits-and-numbers.md).
 */

/** Whether the number, as JSON text writes it, is kept as a double: an integer only where every one near it could be, too. */
export function isKeptNumber(literal: string): boolean {
  return isGivenBack(literal) && (Number.isSafeInteger(Number(literal)) || !/^-?\d+$/.test(literal));
}

/** Whether a double gives back its digits, or it is a smaller fraction, which rounds. */
export function isGivenBack(literal: string): boolean {
  const value = Number(literal);
  if (Math.abs(value) < Number.MAX_SAFE_INTEGER) return true;
  if (!Number.isFinite(value)) return false;
  const written = decimalOf(literal);
  const kept = decimalOf(String(value));
  return (written.digits === kept.digits && written.exponent === kept.exponent) || !isBeyond(written);
}

interface Decimal {
  /** Without zeros at either end. */
  digits: string;
  /** The power of ten of the last digit. */
  exponent: number;
}

/** The same for every way to write a number; its sign is left out. */
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

/** Beyond 2^53 − 1, exactly. */
function isBeyond({ digits, exponent }: Decimal): boolean {
  const places = digits.length + exponent;
  if (places !== largest.length) return places > largest.length;
  const whole = digits.slice(0, places).padEnd(places, '0');
  return whole === largest ? digits.length > places : whole > largest;
}

/** Strings and numbers. The closing quote is optional, so that a string never fails to match and no text is scanned twice. */
export const textsAndNumbers = /"[^"\\]*(?:\\.[^"\\]*)*"?|-?\d[\d.eE+-]*/g;

/**
 * JSON text of the same shape, which has a text in the place of each number that cannot be kept; undefined where all of them can. Read beside the original it
 * says where they are. Takes valid JSON.
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
