import { codePoints } from '@storewright/json-api';
import { emailKey } from '../email';
import type { LeakedPasswords } from './leaked-passwords';
import { strengthOf } from './password-strength';

const MIN_CHARACTERS = 8;
/** Recommended length in characters for a password made of plain words. */
const RECOMMENDED_CHARACTERS = 15;
/** Maximum number of UTF-8 bytes of the normalized password. */
const MAX_BYTES = 1024;
/** Minimum score of a password on the scale of `Strength`. */
const MIN_STRENGTH = 3;
const PRODUCT_NAME = 'storewright';

/** The person who will use the password. `names` contains the names of the person and of their shops. */
export interface PasswordOwner {
  email: string;
  names?: readonly string[];
}

/**
 * Normalizes a password, so that the same letters typed on another system match (NIST SP 800-63B §3.1.1.2).
 * Keeps spaces at both ends.
 */
export function normalizedPassword(password: string): string {
  return password.normalize('NFC');
}

/** Returns the problem of the length of a new password, or undefined. The minimum counts code points. */
export function problemOfLength(password: string): string | undefined {
  const text = normalizedPassword(password);
  if (Buffer.byteLength(text) > MAX_BYTES) return `must be at most ${MAX_BYTES} bytes long`;
  if (codePoints(text) < MIN_CHARACTERS)
    return `must have at least ${MIN_CHARACTERS} characters; ${RECOMMENDED_CHARACTERS} are better`;
  return undefined;
}

/**
 * Returns the problem of a new password, or undefined. The rule does not require digits, capitals or symbols.
 */
export async function problemOfPassword(
  password: string,
  owner: PasswordOwner,
  leaked?: LeakedPasswords,
): Promise<string | undefined> {
  const problem = problemOfLength(password);
  if (problem) return problem;
  const text = normalizedPassword(password);
  if (emailKey(text) === emailKey(owner.email)) return 'must differ from the email address';
  if ((await strengthOf(guessedForms(text), wordsOf(owner))) < MIN_STRENGTH)
    return (
      'is too easy to guess. Attackers try words, names, dates and neighboring keys first. Combine ' +
      'several unrelated words'
    );
  if (await leaked?.has(text)) return 'is known from a leak. Choose another password';
  return undefined;
}

/**
 * Variants that an attacker derives from one guess: full-width letters, extra spaces, separators between and after
 * words. The estimator alone overrates these.
 */
function guessedForms(text: string): string[] {
  const plain = text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
  return [...new Set([text, plain, plain.replaceAll(/[-_.! ]/g, '')])];
}

/**
 * Returns names and their parts, which a password must not consist of: `ada.lovelace@example.test` also yields
 * ada and lovelace.
 */
function wordsOf({ email, names = [] }: PasswordOwner): string[] {
  const whole = [email, email.split('@')[0]!, ...names, PRODUCT_NAME];
  const parts = whole.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length > 2);
  return [...new Set([...whole, ...whole.map((name) => name.replaceAll(/\s/g, '')), ...parts])].filter(
    (word) => word !== '',
  );
}
