import type { Transaction } from '@storewright/database';

/** Where the auth data announces changes, as JSON. */
export const credentialChannel = 'storewright_credentials';

/** What may have changed: every credential of a shop, those of an app, those of a sign-in session, or one token. */
export interface AnyCredentialChange {
  shop_id: string;
  app_id: string;
  session_id: string;
  digest: string;
}
export type CredentialChange = {
  [Name in keyof AnyCredentialChange]: Pick<AnyCredentialChange, Name>;
}[keyof AnyCredentialChange];

/** Announces the change when the transaction commits, so that every instance drops what it cached (docs/contract.md §3). */
export async function announce(transaction: Transaction, change: CredentialChange): Promise<void> {
  await transaction.query({
    name: 'credential-change',
    text: 'SELECT pg_notify($1, $2)',
    values: [credentialChannel, JSON.stringify(change)],
  });
}
