import { createHash } from 'node:crypto';
import { foldKey } from '@storewright/text';

/**
 * Normalizes an email address for lookups and uniqueness. Addresses that differ only in case or accents are equal.
 */
export const emailKey = foldKey;

/**
 * Returns the row-level security credential for an email address. The credential makes only the person with
 * this address visible.
 */
export function emailCredential(email: string): string {
  return createHash('sha256').update(emailKey(email)).digest('hex');
}
