import { createHash } from 'node:crypto';

/** An email as it is compared: two spellings that differ only in case or in how accents are composed are one address. */
export function emailKey(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}

/** What whoever signs in presents: row-level security shows the owner of this email and nobody else. */
export function emailCredential(email: string): string {
  return createHash('sha256').update(emailKey(email)).digest('hex');
}
