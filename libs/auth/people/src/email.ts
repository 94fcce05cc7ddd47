import { createHash } from 'node:crypto';
import { foldKey } from '@storewright/text';

/** Key for comparing email addresses. Spellings that differ only in case or accents are the same address. */
export const emailKey = foldKey;

/**
 * Credential of a request that knows an email address. Row-level security then shows only the owner with this
 * email.
 */
export function emailCredential(email: string): string {
  return createHash('sha256').update(emailKey(email)).digest('hex');
}
