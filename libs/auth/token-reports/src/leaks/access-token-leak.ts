import { announce } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import type { Transaction } from '@storewright/database';
import { AccessToken, CanaryToken, type Row } from '@storewright/entities';
import { Raw } from 'typeorm';
import { type Leak, requestOf, writeLock } from './leak';
import { endSession } from './session-leak';

export async function revokeAccessToken(transaction: Transaction, leak: Leak): Promise<boolean> {
  const { digest } = leak;
  // After a rotation, the previous token text also identifies the access token until the previous text
  // expires.
  const isFuture = Raw<string>((column) => `${column} > now()`);
  const where = [{ digest }, { previous_digest: digest, previous_expires_at: isFuture }];
  const token = await transaction.of(AccessToken).findOne({ where, lock: writeLock });
  if (!token) return reportCanary(transaction, leak);
  const { shop_id } = token;
  transaction.enter({ shop_id });
  if (token.session_id !== null) return revokePanelToken(transaction, leak, token);
  const own = { shop_id, id: token.id, status: 'active' } as const;
  const revoked = { status: 'revoked', updated_at: () => 'now()' } as const;
  const { affected } = await transaction.of(AccessToken).update(own, revoked);
  if (!affected) return true;
  const detail = { access_token_id: token.id, name: token.name, ...leak.detail };
  await recordAudit(transaction, { ...requestOf(leak), kind: 'access_tokens.leaked', shop_id, detail });
  await announce(transaction, { shop_id });
  return true;
}

/** Revokes a leaked panel access token and ends its session, because an attacker may control the browser. */
async function revokePanelToken(
  transaction: Transaction,
  leak: Leak,
  { shop_id, id, person_id, session_id }: Row<AccessToken>,
): Promise<boolean> {
  await transaction.of(AccessToken).delete({ shop_id, id });
  await announce(transaction, { digest: leak.digest.toString('hex') });
  if (person_id !== null && session_id !== null) {
    transaction.enter({ owner_id: person_id });
    await endSession(transaction, leak, { id: session_id });
  }
  return true;
}

/**
 * Reports a leaked canary token without deleting it, because a later use by an attacker must also cause an
 * alert.
 */
async function reportCanary(transaction: Transaction, leak: Leak): Promise<boolean> {
  const canary = await transaction.of(CanaryToken).findOneBy({ digest: leak.digest });
  if (!canary) return false;
  const { shop_id, id, name } = canary;
  transaction.enter({ shop_id });
  const detail = { canary_token_id: id, name, ...leak.detail };
  await recordAudit(transaction, { ...requestOf(leak), kind: 'canary_tokens.reported', shop_id, detail });
  return true;
}
