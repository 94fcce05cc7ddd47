const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** The number that the bytes spell, big-endian, in base 62: exactly `length` digits, the most significant ones cut off. */
export function base62(bytes: Uint8Array, length: number): string {
  let rest = BigInt('0x' + Buffer.from(bytes).toString('hex'));
  let digits = '';
  while (digits.length < length) {
    digits = alphabet.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }
  return digits;
}

/** The same of a whole number below 2^53. */
export function base62OfNumber(number: number, length: number): string {
  let rest = number;
  let digits = '';
  while (digits.length < length) {
    digits = alphabet.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
