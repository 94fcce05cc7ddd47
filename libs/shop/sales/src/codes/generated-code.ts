import { randomInt } from 'node:crypto';

/**
 * Capital letters and digits that people cannot confuse when they read a code aloud or copy it: no 0, O, 1, I
 * or L.
 */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const length = 10;

/**
 * Returns a random code. Nobody can guess a code, because 8 × 10^14 codes are possible. The unique index
 * rejects duplicates.
 */
export function generatedCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
