import { randomInt } from 'node:crypto';

/** Capital letters and digits that nobody takes for another when they are read aloud or copied from paper: no 0 O, 1 I L. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const length = 10;

/** One of 8 × 10^14, so that nobody guesses one; should a shop have it already, its unique index refuses the second. */
export function generatedCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
