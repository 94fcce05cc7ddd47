import { announce } from '@storewright/access';
import type { Transaction } from '@storewright/database';
import { AccessToken, Installation, OAuthToken } from '@storewright/entities';
import type { SignedInMember } from '@storewright/members';
import { Any, IsNull } from 'typeorm';
import { ordered } from '../apps/app-input';
import { recordInstallation } from '../installations/installation-events';
import { activeStates } from '../oauth-tokens/oauth-token.resource';
import type { ScopeReduction } from './scope-reduction.entity';

export type CredentialId = Pick<ScopeReduction, 'shop_id' | 'installation_id' | 'access_token_id'>;

/** Scopes of an installation or access token after a change. null means all scopes. */
type NewScopes = string[] | null;

type Change = 'reduced' | 'restored';

/**
 * SQL expression for `scopes_granted_at` after a change of scopes. Removing scopes keeps the previous time,
 * so that the observation of scope uses does not restart.
 */
const grantedAt = (change: Change) => () =>
  change === 'restored' ? 'now()' : 'coalesce(scopes_granted_at, updated_at)';

export const whoOf = ({ id: owner_id, request_id, session_id: token_id }: SignedInMember) => ({
  ...{ owner_id, request_id, token_id },
});

export async function lockInstalled(
  transaction: Transaction,
  { shop_id, installation_id }: CredentialId,
): Promise<Installation | undefined> {
  const where = { shop_id, id: installation_id!, status: 'installed' } as const;
  const lock = { mode: 'pessimistic_write' } as const;
  return (await transaction.of(Installation).findOne({ where, lock })) ?? undefined;
}

/** Locks an active access token that a member created. Returns undefined for other tokens. */
export async function lockToken(
  transaction: Transaction,
  { shop_id, access_token_id }: CredentialId,
): Promise<AccessToken | undefined> {
  const where = { shop_id, id: access_token_id!, status: 'active', session_id: IsNull() } as const;
  const lock = { mode: 'pessimistic_write' } as const;
  return (await transaction.of(AccessToken).findOne({ where, lock })) ?? undefined;
}

/**
 * Changes the scopes of a locked installation and of its tokens. The change takes effect on every instance
 * within a second.
 */
export async function changeInstallation(
  transaction: Transaction,
  { shop_id, id, scopes: before, withdrawn_scopes }: Installation,
  { scopes, change, issuer }: { scopes: string[]; change: Change; issuer: string },
): Promise<void> {
  const removed = before.filter((scope) => !scopes.includes(scope));
  const withdrawn = ordered([...withdrawn_scopes, ...removed]).filter((scope) => !scopes.includes(scope));
  await transaction.of(Installation).update(
    { shop_id, id },
    {
      ...{ scopes, withdrawn_scopes: withdrawn, scopes_granted_at: grantedAt(change) },
      ...{ version: () => 'version + 1', updated_at: () => 'now()' },
    },
  );
  await transaction
    .of(OAuthToken)
    .update(
      { shop_id, installation_id: id, status: Any(activeStates) },
      { scopes, updated_at: () => 'now()' },
    );
  await recordInstallation(transaction, { shop_id, id, issuer }, 'scopes_changed', [
    'scopes',
    'withdrawn_scopes',
  ]);
  await announce(transaction, { shop_id });
}

/** Changes the scopes of a locked access token. The change takes effect on every instance within a second. */
export async function changeToken(
  transaction: Transaction,
  { shop_id, id }: AccessToken,
  { scopes, change }: { scopes: NewScopes; change: Change },
): Promise<void> {
  const values = { scopes, scopes_granted_at: grantedAt(change), updated_at: () => 'now()' };
  await transaction.of(AccessToken).update({ shop_id, id, session_id: IsNull() }, values);
  await announce(transaction, { shop_id });
}
