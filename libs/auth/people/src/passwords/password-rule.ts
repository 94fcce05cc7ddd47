import { codePoints } from '@storewright/json-api';
import { emailKey } from '../email';
import type { LeakedPasswords } from './leaked-passwords';
import { strengthOf } from './password-strength';

const shortest = 8;
/** So many characters make a good one of plain words. */
const longEnough = 15;
/** After normalisation, in UTF-8. */
const MAX_BYTES = 1024;
/** Of 0 to 4. */
const leastStrength = 3;
const product = 'storewright';

/** Whose password it is to be. `names`: of the person and of their shops. */
export interface PasswordOwner {
  email: string;
  names?: readonly string[];
}

/** The one form of a password: the same letters typed on another system are the same password (NIST SP 800-63B §3.1.1.2). Nothing is trimmed or cut. */
export function normalizedPassword(password: string): string {
  return password.normalize('NFC');
}

/** What is wrong with the length of a new password, or undefined. Lengths count code points. */
export function problemOfLength(password: string): string | undefined {
  const text = normalizedPassword(password);
  if (Buffer.byteLength(text) > MAX_BYTES) return `is at most ${MAX_BYTES} bytes long`;
  if (codePoints(text) < shortest) return `has at least ${shortest} characters, better ${longEnough}`;
  return undefined;
}

/** What is wrong with a new password of this person, or undefined. No rule asks for kinds of characters. */
export async function problemOfPassword(
  password: string,
  owner: PasswordOwner,
  leaked?: LeakedPasswords,
): Promise<string | undefined> {
  const problem = problemOfLength(password);
  if (problem) return problem;
  const text = normalizedPassword(password);
  if (emailKey(text) === emailKey(owner.email)) return 'is another one than the email address';
  if ((await strengthOf(guessedForms(text), wordsOf(owner))) < leastStrength)
    return 'is hard to guess, which this one is not: words, names, dates and keys in a row are tried first; take several words that have nothing to do with each other';
  if (await leaked?.has(text)) return 'is not one that is known from a leak, as this one is';
  return undefined;
}

/**
 * What a guesser takes for the same: letters of another width, more spaces than one, and words with something between them or behind. The estimate by itself takes
 * each of these for something that nobody expects.
 */
function guessedForms(text: string): string[] {
  const plain = text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
  return [...new Set([text, plain, plain.replaceAll(/[-_.! ]/g, '')])];
}

/** Each name whole and in its parts: `ada.lovelace@example.test` is ada and lovelace, too. */
function wordsOf({ email, names = [] }: PasswordOwner): string[] {
  const whole = [email, email.split('@')[0]!, ...names, product];
  const parts = whole.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length > 2);
  return [...new Set([...whole, ...whole.map((name) => name.replaceAll(/\s/g, '')), ...parts])].filter(
    (word) => word !== '',
  );
}
