import { announce } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import type { Transaction } from '@storewright/database';
import { App, Installation, OAuthToken, RefreshToken } from '@storewright/entities';
import { openShopErasure } from '@storewright/erasures';
import { Any } from 'typeorm';
import { activeStates } from '../oauth-tokens/oauth-token.resource';
import { recordInstallation } from './installation-events';

/**
 * A locked installation to uninstall, with the actor and the reason for the audit log. Without `owner_id`,
 * the developer of the app is the actor.
 */
export interface Uninstallation {
  shop_id: string;
  installation_id: string;
  app_id: string;
  owner_id?: string;
  request_id: string;
  actor?: 'person';
  token_id: string;
  reason: 'uninstalled' | 'app deleted';
}

/**
 * Uninstalls an app, invalidates its tokens and nonces, and requests that the app erases the shop's data. The
 * transaction must run in the row-level security context of the shop.
 */
export async function uninstall(
  transaction: Transaction,
  uninstallation: Uninstallation,
  issuer: string,
): Promise<void> {
  const { shop_id, installation_id, reason, ...who } = uninstallation;
  const now = () => 'now()';
  await transaction.of(Installation).update(
    { shop_id, id: installation_id },
    {
      ...{ status: 'uninstalled', suspended: false, allowed_networks: null },
      version: () => 'version + 1',
      ...{ uninstalled_at: now, updated_at: now },
    },
  );
  const revoked = await transaction
    .of(OAuthToken)
    .update(
      { shop_id, installation_id, status: Any(activeStates) },
      { status: 'revoked', updated_at: now },
      { returning: ['id', 'digest'] },
    );
  await transaction.of(RefreshToken).delete({ shop_id, installation_id });
  const detail = { installation_id, ...(reason === 'uninstalled' ? {} : { reason }) };
  await recordAudit(transaction, { ...who, shop_id, kind: 'installations.uninstalled', detail });
  for (const { id: oauth_token_id, digest } of revoked.raw as Pick<OAuthToken, 'id' | 'digest'>[]) {
    if (digest === null) continue;
    const detail = { installation_id, oauth_token_id, reason };
    await recordAudit(transaction, { ...who, shop_id, kind: 'oauth_tokens.revoked', detail });
  }
  const installation = { shop_id, id: installation_id, issuer };
  await recordInstallation(transaction, installation, 'uninstalled', ['status', 'uninstalled_at']);
  const { app_id } = uninstallation;
  const { name: app_name } = await transaction.of(App).findOneByOrFail({ id: app_id });
  await openShopErasure(transaction, { shop_id, installation_id, app_id, app_name }, issuer);
  await announce(transaction, { shop_id });
}
