import { randomInt } from 'node:crypto';

/** Capital letters and digits that are easy to distinguish when read aloud or copied: no 0, O, 1, I or L. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const length = 10;

/**
 * Returns one of 8 × 10^14 random codes, so that nobody can guess a code. The unique index rejects
 * duplicates.
 */
export function generatedCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
