import { announce } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import type { Transaction } from '@storewright/database';
import { OAuthToken, RefreshToken } from '@storewright/entities';
import { DeviceRefreshToken } from '@storewright/sessions';
import { type Leak, requestOf } from './leak';
import { endSession } from './session-leak';

/**
 * Revokes a leaked refresh token, together with all tokens of the same consent to an AI agent or of the same
 * device session.
 */
export async function revokeRefreshToken(transaction: Transaction, leak: Leak): Promise<boolean> {
  const { digest } = leak;
  const device = await transaction.of(DeviceRefreshToken).findOneBy({ digest });
  if (!device) return revokeFamily(transaction, leak);
  transaction.enter({ owner_id: device.owner_id });
  return endSession(transaction, leak, { id: device.session_id });
}

/**
 * Revokes all tokens that an AI agent got by the same consent as its leaked refresh token. The shop owners
 * get an email.
 */
async function revokeFamily(transaction: Transaction, leak: Leak): Promise<boolean> {
  const refresh = await transaction.of(RefreshToken).findOneBy({ digest: leak.digest });
  if (!refresh) return false;
  const { shop_id, family_id, installation_id, oauth_token_id } = refresh;
  transaction.enter({ shop_id });
  const tokens = transaction.of(OAuthToken);
  const { app_id } = await tokens.findOneByOrFail({ shop_id, id: oauth_token_id });
  const revoked = { status: 'revoked', updated_at: () => 'now()' } as const;
  await tokens.update({ shop_id, family_id, status: 'active' }, revoked);
  await transaction.of(RefreshToken).delete({ shop_id, family_id });
  const detail = { installation_id, oauth_token_id, ...leak.detail };
  await recordAudit(transaction, {
    ...requestOf(leak),
    app_id,
    kind: 'oauth_tokens.leaked',
    shop_id,
    detail,
  });
  await announce(transaction, { shop_id });
  return true;
}
