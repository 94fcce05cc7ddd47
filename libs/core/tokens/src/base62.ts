const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Encodes big-endian bytes in base62 and returns the last `length` digits. */
export function base62(bytes: Uint8Array, length: number): string {
  let rest = BigInt('0x' + Buffer.from(bytes).toString('hex'));
  let digits = '';
  while (digits.length < length) {
    digits = ALPHABET.charAt(Number(rest % 62n)) + digits;
    rest /= 62n;
  }
  return digits;
}

/** Encodes a whole number below 2^53 in base62. */
export function base62OfNumber(number: number, length: number): string {
  let rest = number;
  let digits = '';
  while (digits.length < length) {
    digits = ALPHABET.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}
