import { announce } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import type { Transaction } from '@storewright/database';
import { App, OAuthToken, RefreshToken } from '@storewright/entities';
import { type Leak, requestOf, writeLock } from './leak';

/** Revokes a leaked OAuth token of an app. The shop owners and the developer of the app get an email. */
export async function revokeOAuthToken(transaction: Transaction, leak: Leak): Promise<boolean> {
  const { digest } = leak;
  const tokens = transaction.of(OAuthToken);
  const token = await tokens.findOne({ where: { digest }, lock: writeLock });
  if (!token) return false;
  if (token.status !== 'active') return true;
  const { shop_id, id: oauth_token_id, app_id, installation_id, family_id } = token;
  transaction.enter({ shop_id });
  if (family_id !== null) await transaction.of(RefreshToken).delete({ shop_id, family_id });
  await tokens.update({ shop_id, id: oauth_token_id }, { status: 'revoked', updated_at: () => 'now()' });
  const entry = { ...requestOf(leak), app_id };
  const { owner_id, name: app_name } = await transaction.of(App).findOneByOrFail({ id: app_id });
  const detail = { installation_id, oauth_token_id, app_name, ...leak.detail };
  await recordAudit(transaction, { ...entry, kind: 'oauth_tokens.leaked', shop_id, detail });
  await announce(transaction, { digest: digest.toString('hex') });
  // An AI agent has no developer to notify.
  if (owner_id === null) return true;
  transaction.enter({ owner_id });
  const ofApp = { ...detail, shop_id };
  await recordAudit(transaction, { ...entry, kind: 'app_tokens.leaked', owner_id, detail: ofApp });
  return true;
}
