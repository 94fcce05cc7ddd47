import { randomInt } from 'node:crypto';
import { type Digest, digestOf } from '@storewright/tokens';

/**
 * Consonants that do not look alike. Without vowels, codes spell no words (RFC 8628 §6.1). 20^8 codes have 34
 * bits, which is enough for ten minutes with rate limits.
 */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;
const shape = new RegExp(`^[${letters}]{${length}}$`);

/** Returns a code for people to compare or type, as XXXX-XXXX. Only its digest is stored. */
export function mintUserCode(): string {
  const code = Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('');
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
}

/**
 * Hashes a typed user code. Ignores case, spaces and punctuation. Returns undefined if the text cannot be a
 * user code.
 */
export function digestOfUserCode(typed: string): Digest | undefined {
  const code = typed.toUpperCase().replace(/[\s\p{P}]/gu, '');
  return shape.test(code) ? digestOf(`user_code:${code}`) : undefined;
}
