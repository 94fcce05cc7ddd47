import type { Transaction } from '@storewright/database';

/** Postgres notification channel for credential changes. Payloads are JSON. */
export const credentialChannel = 'storewright_credentials';

/**
 * Credentials that a change affects. A shop, app or sign-in session id stands for all its credentials, a digest
 * for one token.
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
 * Sends a Postgres notification when the transaction commits, so that all instances remove the changed
 * credentials from their caches (docs/contract.md §3).
 */
export async function announce(transaction: Transaction, change: CredentialChange): Promise<void> {
  await transaction.query({
    name: 'credential-change',
    text: 'SELECT pg_notify($1, $2)',
    values: [credentialChannel, JSON.stringify(change)],
  });
}
