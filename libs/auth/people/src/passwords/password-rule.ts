import { codePoints } from '@storewright/json-api';
import { emailKey } from '../email';
import type { LeakedPasswords } from './leaked-passwords';
import { strengthOf } from './password-strength';

const MIN_CHARACTERS = 8;
/** Recommended minimum length in characters for a password of ordinary words. */
const RECOMMENDED_CHARACTERS = 15;
const MAX_BYTES = 1024;
const MIN_STRENGTH = 3;
const PRODUCT_NAME = 'storewright';

/** The person who chooses the password, with the names of the person and of the person's shops. */
export interface PasswordOwner {
  email: string;
  names?: readonly string[];
}

/**
 * Normalizes a password, because systems encode the same letters differently (NIST SP 800-63B §3.1.1.2).
 * Keeps leading and trailing spaces.
 */
export function normalizedPassword(password: string): string {
  return password.normalize('NFC');
}

/**
 * Returns a problem with the length of a new password, or undefined. The minimum length is in code points.
 */
export function problemOfLength(password: string): string | undefined {
  const text = normalizedPassword(password);
  if (Buffer.byteLength(text) > MAX_BYTES) return `must be at most ${MAX_BYTES} bytes long`;
  if (codePoints(text) < MIN_CHARACTERS)
    return `must have at least ${MIN_CHARACTERS} characters; ${RECOMMENDED_CHARACTERS} are better`;
  return undefined;
}

/**
 * Returns the problem of a new password, or undefined. A password needs no digits, capital letters or
 * symbols.
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
 * Returns simplified variants of a password: without full-width letters, extra spaces, and separators between
 * or after words. The strength estimator overrates passwords that differ from a common password only in
 * these.
 */
function guessedForms(text: string): string[] {
  const plain = text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
  return [...new Set([text, plain, plain.replaceAll(/[-_.! ]/g, '')])];
}

/**
 * Returns words that attackers would guess for a person. `ada.lovelace@example.test` also yields `ada` and
 * `lovelace`.
 */
function wordsOf({ email, names = [] }: PasswordOwner): string[] {
  const whole = [email, email.split('@')[0]!, ...names, PRODUCT_NAME];
  const parts = whole.flatMap((name) => name.split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length > 2);
  return [...new Set([...whole, ...whole.map((name) => name.replaceAll(/\s/g, '')), ...parts])].filter(
    (word) => word !== '',
  );
}
