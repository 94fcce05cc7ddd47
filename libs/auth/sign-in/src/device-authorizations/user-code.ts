import { randomInt } from 'node:crypto';
import { type Digest, digestOf } from '@storewright/tokens';

/** No vowels, so it spells nothing, and no two letters that look alike (RFC 8628 §6.1). 20^8: 34 bits, for minutes, behind limits. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const length = 8;
const shape = new RegExp(`^[${letters}]{${length}}$`);

/** The code that a person compares or types, as XXXX-XXXX. Only its digest is stored. */
export function mintUserCode(): string {
  const code = Array.from({ length }, () => letters.charAt(randomInt(letters.length))).join('');
  return `${code.slice(0, length / 2)}-${code.slice(length / 2)}`;
}

/** Of what a person typed, in whatever case and with whatever between the letters; undefined where it can't be such a code. */
export function digestOfUserCode(typed: string): Digest | undefined {
  const code = typed.toUpperCase().replace(/[\s\p{P}]/gu, '');
  return shape.test(code) ? digestOf(`user_code:${code}`) : undefined;
}
