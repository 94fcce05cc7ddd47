import { randomInt } from 'node:crypto';

/** Capital letters and digits that are easy to tell apart when read aloud or copied: no 0, O, 1, I or L. */
const alphabet = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const length = 10;

/** Returns one of 8 × 10^14 codes, so codes cannot be guessed. The unique index rejects a duplicate. */
export function generatedCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
