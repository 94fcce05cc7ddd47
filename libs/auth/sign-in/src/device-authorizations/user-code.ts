import { randomInt } from 'node:crypto';
import { type Digest, digestOf } from '@storewright/tokens';

/**
 * Letters of user codes: consonants that do not look alike and form no words (RFC 8628 §6.1). 20^8 codes (34
 * bits) suffice for ten minutes with rate limits.
 */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;
const shape = new RegExp(`^[${letters}]{${length}}$`);

/**
 * Returns a new user code in the form XXXX-XXXX for a person to compare or type. The database contains only
 * its digest.
 */
export function mintUserCode(): string {
  const code = Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('');
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
}

/**
 * Hashes a user code that a person typed, ignoring case, spaces and punctuation. Returns undefined if the
 * text cannot be a user code.
 */
export function digestOfUserCode(typed: string): Digest | undefined {
  const code = typed.toUpperCase().replace(/[\s\p{P}]/gu, '');
  return shape.test(code) ? digestOf(`user_code:${code}`) : undefined;
}
