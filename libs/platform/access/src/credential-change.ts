import type { Transaction } from '@storewright/database';

/** Postgres channel for notifications of changed credentials. The payloads are JSON. */
export const credentialChannel = 'storewright_credentials';

/**
 * The credentials that a change affects: one token by its digest, or all credentials of a shop, an app or a
 * sign-in session by its id.
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
 * Notifies all service instances of a credential change when the transaction commits. The instances then
 * remove the credentials from their caches (docs/contract.md §3).
 */
export async function announce(transaction: Transaction, change: CredentialChange): Promise<void> {
  await transaction.query({
    name: 'credential-change',
    text: 'SELECT pg_notify($1, $2)',
    values: [credentialChannel, JSON.stringify(change)],
  });
}
