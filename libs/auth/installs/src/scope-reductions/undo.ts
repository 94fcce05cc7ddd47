import { recordAudit } from '@storewright/audit';
import type { Transaction } from '@storewright/database';
import { App, type Installation } from '@storewright/entities';
import { ApiError } from '@storewright/json-api';
import type { SignedInMember } from '@storewright/members';
import { ordered } from '../apps/app-input';
import { changeInstallation, changeToken, lockInstalled, lockToken, whoOf } from './reducible-credential';
import { ScopeReduction } from './scope-reduction.entity';

/** Restores removed scopes that the app still requests, and deletes the scope reduction. */
export async function undoInstallation(
  transaction: Transaction,
  reduction: ScopeReduction,
  { member, issuer }: { member: SignedInMember; issuer: string },
): Promise<void> {
  const { shop_id } = reduction;
  const installation = await lockInstalled(transaction, reduction);
  if (!installation || Date.parse(installation.installed_at) > Date.parse(reduction.created_at))
    throw impossible('The app was uninstalled after its scopes were removed. Install the app again.');
  await forget(transaction, reduction);
  const requested = await requestedBy(transaction, installation);
  const added = missingIn(installation.scopes, reduction).filter((scope) => requested.includes(scope));
  if (added.length === 0) return;
  member.membership.requireToGive(added);
  const scopes = ordered([...installation.scopes, ...added]);
  await changeInstallation(transaction, installation, { scopes, change: 'restored', issuer });
  await recordAudit(transaction, {
    kind: 'installations.scopes_restored',
    detail: { installation_id: installation.id, scopes, added },
    ...{ shop_id, app_id: installation.app_id, ...whoOf(member) },
    language: member.browser_language,
  });
}

/** Restores the removed scopes of an access token, and deletes the scope reduction. */
export async function undoToken(
  transaction: Transaction,
  reduction: ScopeReduction,
  member: SignedInMember,
): Promise<void> {
  const { shop_id } = reduction;
  const token = await lockToken(transaction, reduction);
  if (!token) throw impossible('The access token is no longer active. Create a new access token.');
  await forget(transaction, reduction);
  // Restores access to all scopes only if the scopes of the access token are unchanged since the scope
  // reduction.
  const isUnchanged = token.scopes?.join() === reduction.remaining_scopes.join();
  const scopes = reduction.had_all_scopes && isUnchanged ? null : restored(token.scopes, reduction);
  const added = token.scopes === null ? [] : missingIn(token.scopes, reduction);
  if (added.length === 0) return;
  member.membership.requireToGive(scopes === null ? null : added);
  await changeToken(transaction, token, { scopes, change: 'restored' });
  const { id: access_token_id, name } = token;
  await recordAudit(transaction, {
    kind: 'access_tokens.changed',
    detail: { access_token_id, name, scopes, added: scopes === null ? null : added },
    ...{ shop_id, ...whoOf(member) },
    language: member.browser_language,
  });
}

function restored(scopes: string[] | null, reduction: ScopeReduction): string[] | null {
  return scopes && [...scopes, ...missingIn(scopes, reduction)].sort();
}

const missingIn = (scopes: readonly string[], { removed_scopes }: ScopeReduction): string[] =>
  removed_scopes.filter((scope) => !scopes.includes(scope));

/**
 * Deletes a scope reduction. If two requests undo the reduction concurrently, the second request finds no
 * row.
 */
async function forget(transaction: Transaction, { shop_id, id }: ScopeReduction): Promise<void> {
  await transaction.of(ScopeReduction).delete({ shop_id, id });
}

async function requestedBy(transaction: Transaction, { app_id: id }: Installation): Promise<string[]> {
  const { scopes, optional_scopes } = await transaction.of(App).findOneByOrFail({ id });
  return [...scopes, ...optional_scopes];
}

const impossible = (detail: string): ApiError => new ApiError('illegal_transition', { detail });
