import { isWider } from '@storewright/access';
import { type AuditEntry, recordAudit } from '@storewright/audit';
import type { Transaction } from '@storewright/database';
import type { AccessToken } from '@storewright/entities';
import type { SignedInMember } from '@storewright/members';
import type { UpdateAccessToken } from './access-token.resource';

type ChangedToken = Pick<AccessToken, 'id' | 'shop_id' | 'name' | 'scopes' | 'allowed_networks'>;

interface TokenChange {
  before: ChangedToken;
  after: ChangedToken;
  attributes: UpdateAccessToken;
}

/** Returns the scopes that a change adds to an access token. null means all scopes. */
export function addedScopes(
  before: readonly string[] | null,
  after: readonly string[] | null,
): string[] | null {
  if (after === null) return before === null ? [] : null;
  return after.filter((scope) => before !== null && !before.includes(scope));
}

/**
 * Writes audit log entries for a changed access token: one for name and scopes, and one for the allowed
 * networks.
 */
export async function recordChanges(
  transaction: Transaction,
  { id: owner_id, request_id, session_id: token_id, browser_language: language }: SignedInMember,
  { before, after, attributes }: TokenChange,
): Promise<void> {
  const { shop_id, id: access_token_id, name, scopes, allowed_networks } = after;
  const record = (kind: AuditEntry['kind'], detail: object) =>
    recordAudit(transaction, {
      ...{ kind, shop_id, owner_id, request_id, token_id, language },
      detail: { access_token_id, name, ...detail },
    });
  const isOnlyOfNetworks =
    attributes.allowed_networks !== undefined &&
    attributes.name === undefined &&
    attributes.scopes === undefined;
  if (!isOnlyOfNetworks) {
    const added = addedScopes(before.scopes, scopes);
    await record('access_tokens.changed', { scopes, added });
  }
  if (String(before.allowed_networks) === String(allowed_networks)) return;
  const widened = isWider(before.allowed_networks, allowed_networks);
  await record('access_tokens.networks_changed', { allowed_networks, widened });
}
