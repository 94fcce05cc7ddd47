import type { Transaction } from '@storewright/database';

/** Notification channel for changes of credentials. Payloads are JSON. */
export const credentialChannel = 'storewright_credentials';

/**
 * Credentials that a change affects: all credentials of a shop, of an app or of a sign-in session, or one
 * token.
 */
export interface AnyCredentialChange {
  shop_id: string;
  app_id: string;
  session_id: string;
  digest: string;
}
export type CredentialChange = {
  [Name in keyof AnyCredentialChange]: Pick<AnyCredentialChange, Name>;
}[keyof AnyCredentialChange];

/**
 * Notifies all instances when the transaction commits, so that they drop their cache entries of the
 * credentials (docs/contract.md §3).
 */
export async function announce(transaction: Transaction, change: CredentialChange): Promise<void> {
  await transaction.query({
    name: 'credential-change',
    text: 'SELECT pg_notify($1, $2)',
    values: [credentialChannel, JSON.stringify(change)],
  });
}
