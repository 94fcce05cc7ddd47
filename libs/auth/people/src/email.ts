import { createHash } from 'node:crypto';
import { foldKey } from '@storewright/text';

/** The key by which an email address is compared. Spellings that differ only in case or accents are one address. */
export const emailKey = foldKey;

/** What whoever signs in presents: row-level security shows the owner of this email and nobody else. */
export function emailCredential(email: string): string {
  return createHash('sha256').update(emailKey(email)).digest('hex');
}
