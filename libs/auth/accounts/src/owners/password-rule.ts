import { dictionary } from '@zxcvbn-ts/language-common';
import { codePoints } from '@storewright/json-api';
import { emailKey } from './email';

/** From here on a password is as good as it is long. */
const longEnough = 15;
/** From here on it will do, unless it is one that everybody tries first. */
const shortest = 8;
/** After normalisation, in UTF-8. */
const MAX_BYTES = 1024;

const tried: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** The one form of a password: the same letters typed on another system are the same password (NIST SP 800-63B §3.1.1.2). Nothing is trimmed or cut. */
export function normalizedPassword(password: string): string {
  return password.normalize('NFC');
}

/** What is wrong with a new password of this person, or undefined. Lengths count code points; no rule asks for kinds of characters. */
export function problemOfPassword(password: string, email: string): string | undefined {
  const text = normalizedPassword(password);
  if (Buffer.byteLength(text) > MAX_BYTES) return `is at most ${MAX_BYTES} bytes long`;
  if (codePoints(text) < shortest) return `has at least ${shortest} characters, better ${longEnough}`;
  if (emailKey(text) === emailKey(email)) return 'is another one than the email address';
  if (codePoints(text) < longEnough && tried.has(text.toLowerCase()))
    return `is not one of the passwords that are tried first, as this one is; take another, or one of ${longEnough} characters`;
  return undefined;
}
