import { Injectable } from '@nestjs/common';
import { recordAudit, type SignedInOwner } from '@storewright/accounts';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { uninstall } from '../installations/uninstall';
import { Apps, type Target } from './apps';

const statements = {
  delete:
    'UPDATE auth.apps SET deleted_at = now(), version = version + 1, updated_at = clock_timestamp() WHERE id = $1',
  forgetSecrets: 'DELETE FROM auth.app_secrets WHERE app_id = $1',
  forgetWebhookSecrets: 'DELETE FROM auth.webhook_secrets WHERE app_id = $1',
  /** In one order, so that two who delete never wait in a circle. */
  shops: 'SELECT shop_id FROM auth.shops_of_app($1) shop_id ORDER BY shop_id',
  lockInstallation: `SELECT id FROM auth.installations WHERE shop_id = $1 AND app_id = $2 AND status = 'installed' FOR UPDATE`,
};

/** A developer takes an app away: from every shop that has it, at once and as a whole. */
@Injectable()
export class AppDeletion {
  constructor(
    private readonly database: AuthDatabase,
    private readonly apps: Apps,
  ) {}

  delete(target: Target): Promise<void> {
    const { owner } = target;
    return this.database.transaction({ owner_id: owner.id }, async (transaction) => {
      // Who grants holds the app's row, too, so no shop comes on top of these.
      const { id, name } = (await this.apps.lock(transaction, target)) as { id: string; name: string };
      const shops = await transaction.query({ text: statements.shops, values: [id] });
      await transaction.query({ text: statements.delete, values: [id] });
      await transaction.query({ text: statements.forgetSecrets, values: [id] });
      await transaction.query({ text: statements.forgetWebhookSecrets, values: [id] });
      const detail = { name, installed_shops: shops.length };
      const { id: owner_id, request_id } = owner;
      await recordAudit(transaction, { kind: 'apps.deleted', owner_id, app_id: id, detail, request_id });
      for (const { shop_id } of shops) await endIn(transaction, String(shop_id), id, owner);
    });
  }
}

async function endIn(
  transaction: Transaction,
  shop_id: string,
  app_id: string,
  { request_id }: SignedInOwner,
): Promise<void> {
  await transaction.enter({ shop_id });
  const lock = { text: statements.lockInstallation, values: [shop_id, app_id] };
  const [installation] = await transaction.query(lock);
  // The shop's owner was faster.
  if (!installation) return;
  const installation_id = String(installation['id']);
  await uninstall(transaction, { shop_id, installation_id, app_id, request_id, reason: 'app deleted' });
}
