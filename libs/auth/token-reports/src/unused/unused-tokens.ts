import { announce } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import type { Transaction } from '@storewright/database';
import { AccessToken, type Row } from '@storewright/entities';
import { writeLock } from '../leaks/leak';
import type { Incident } from '../leaks/leaked-tokens';

const usedAt = 'coalesce(t.last_used_at, t.created_at)';
const isActive = `t.status = 'active' AND (t.expires_at IS NULL OR t.expires_at > now())`;
const isAnnounced = `coalesce(t.unused_notice_at > ${usedAt}, false)`;

/**
 * Notifies shop owners that an unused access token will expire. Does nothing if a request has used the token
 * in the meantime.
 */
export async function announceExpiry(transaction: Transaction, { digest }: Incident): Promise<void> {
  const token = await lockIf(
    transaction,
    digest,
    `NOT ${isAnnounced} AND ${usedAt} < now() - interval '7 days'`,
  );
  if (!token) return;
  await endAt(transaction, token, { unused_notice_at: () => 'now()' }, 'access_tokens.expiring');
}

/**
 * Expires an access token a week after the notice to the shop owners. Does nothing if a request has used the
 * token since the notice.
 */
export async function expireUnused(transaction: Transaction, { digest }: Incident): Promise<void> {
  const isDue = `${isAnnounced} AND t.unused_notice_at < now() - interval '7 days'`;
  const token = await lockIf(transaction, digest, isDue);
  if (!token) return;
  await endAt(transaction, token, { expires_at: () => 'now()' }, 'access_tokens.expired');
  await announce(transaction, { digest: digest.toString('hex') });
}

/** Locks an active access token that fulfills an SQL condition. Returns undefined for other tokens. */
async function lockIf(
  transaction: Transaction,
  digest: Buffer,
  condition: string,
): Promise<Row<AccessToken> | undefined> {
  const locked = await transaction.of(AccessToken).findOne({ where: { digest }, lock: writeLock });
  if (!locked) return undefined;
  transaction.enter({ shop_id: locked.shop_id });
  // A second statement evaluates the SQL condition at the current time, because waiting for the lock takes
  // time.
  const tokens = transaction.of(AccessToken).createQueryBuilder('t');
  const { shop_id, id } = locked;
  const own = tokens.where('t.shop_id = :shop_id AND t.id = :id', { shop_id, id });
  return (await own.andWhere(`${isActive} AND ${condition}`).getOne()) ?? undefined;
}

async function endAt(
  transaction: Transaction,
  { shop_id, id, name }: Row<AccessToken>,
  change: Partial<Record<'unused_notice_at' | 'expires_at', () => string>>,
  kind: 'access_tokens.expiring' | 'access_tokens.expired',
): Promise<void> {
  await transaction.of(AccessToken).update({ shop_id, id }, { ...change, updated_at: () => 'now()' });
  await recordAudit(transaction, { kind, shop_id, detail: { access_token_id: id, name } });
}
