import { announce } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import type { Transaction } from '@storewright/database';
import { App, AppSecret } from '@storewright/entities';
import { type Leak, requestOf, writeLock } from './leak';

/**
 * Blocks a leaked app secret. The developer creates a new secret in the admin panel, because the platform
 * sends no secrets by email (docs/adr/leaked-tokens.md).
 */
export async function revokeAppSecret(transaction: Transaction, leak: Leak): Promise<boolean> {
  const secret = await transaction.of(AppSecret).findOneBy({ digest: leak.digest });
  if (!secret) return false;
  const { app_id, generation } = secret;
  // Locks the app, like a rotation of the app secret does.
  const app = await transaction.of(App).findOneOrFail({ where: { id: app_id }, lock: writeLock });
  // An app with a secret always has a developer.
  const owner_id = app.owner_id!;
  transaction.enter({ app_id, owner_id });
  const block = transaction
    .of(AppSecret)
    .createQueryBuilder()
    .update({ expires_at: () => 'clock_timestamp()' });
  const { affected } = await block
    .where({ app_id, generation })
    .andWhere('(expires_at IS NULL OR expires_at > clock_timestamp())')
    .execute();
  if (!affected) return true;
  const entry = { ...requestOf(leak), owner_id, app_id, detail: { generation, ...leak.detail } };
  await recordAudit(transaction, { ...entry, kind: 'app_secrets.leaked' });
  await announce(transaction, { app_id });
  return true;
}
