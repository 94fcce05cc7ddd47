import { announce } from '@storewright/access';
import { recordAudit } from '@storewright/accounts';
import type { Transaction } from '@storewright/database';
import { recordInstallation } from './installation-events';

const statements = {
  uninstall: `UPDATE auth.installations SET status = 'uninstalled', uninstalled_at = now(), updated_at = now(), version = version + 1
    WHERE shop_id = $1 AND id = $2`,
  revoke: `UPDATE auth.oauth_tokens SET status = 'revoked', updated_at = now()
    WHERE shop_id = $1 AND installation_id = $2 AND status IN ('pending', 'active') RETURNING id, digest IS NOT NULL AS exchanged`,
};

/** An installation under lock, and for the audit log who ends it and why. Without an owner the app's developer does. */
export interface Uninstallation {
  shop_id: string;
  installation_id: string;
  app_id: string;
  owner_id?: string;
  request_id: string;
  reason: 'uninstalled' | 'app deleted';
}

/** Ends an installation: its tokens end with it, and with a pending token its nonce. The transaction's context is the shop. */
export async function uninstall(transaction: Transaction, given: Uninstallation): Promise<void> {
  const { shop_id, installation_id, reason, ...who } = given;
  await transaction.query({ text: statements.uninstall, values: [shop_id, installation_id] });
  const tokens = await transaction.query({ text: statements.revoke, values: [shop_id, installation_id] });
  const detail = { installation_id, ...(reason === 'uninstalled' ? {} : { reason }) };
  await recordAudit(transaction, { ...who, shop_id, kind: 'installations.uninstalled', detail });
  for (const { id: oauth_token_id } of tokens.filter(({ exchanged }) => exchanged)) {
    const detail = { installation_id, oauth_token_id, reason };
    await recordAudit(transaction, { ...who, shop_id, kind: 'oauth_tokens.revoked', detail });
  }
  const installation = { shop_id, id: installation_id };
  await recordInstallation(transaction, installation, 'uninstalled', ['status', 'uninstalled_at']);
  await announce(transaction, { shop_id });
}
