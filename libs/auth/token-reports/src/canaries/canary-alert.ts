import { recordAudit } from '@storewright/audit';
import type { Transaction } from '@storewright/database';
import { CanaryToken } from '@storewright/entities';
import { writeLock } from '../leaks/leak';
import type { Incident } from '../leaks/leaked-tokens';

const ALERT_INTERVAL_MINUTES = 60;

/** Records the use of a canary token and alerts the shop owners at most once per hour and token. */
export async function alertOwners(
  transaction: Transaction,
  { digest, detail, request_id }: Incident,
): Promise<void> {
  const canaries = transaction.of(CanaryToken);
  const canary = await canaries.findOne({ where: { digest }, lock: writeLock });
  if (!canary) return;
  const { shop_id, id, name } = canary;
  transaction.enter({ shop_id });
  await canaries.update({ shop_id, id }, { last_used_at: () => 'now()' });
  const alert = canaries
    .createQueryBuilder()
    .update({ alerted_at: () => 'now()' })
    .where({ shop_id, id });
  const { affected } = await alert
    .andWhere('(alerted_at IS NULL OR alerted_at <= now() - make_interval(mins => :minutes))', {
      minutes: ALERT_INTERVAL_MINUTES,
    })
    .execute();
  if (!affected) return;
  const entry = { shop_id, detail: { canary_token_id: id, name, ...detail } };
  await recordAudit(transaction, {
    ...entry,
    ...(request_id !== null && { request_id }),
    kind: 'canary_tokens.used',
  });
}
