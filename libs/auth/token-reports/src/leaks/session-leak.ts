import { announce } from '@storewright/access';
import { recordOfPerson } from '@storewright/audit';
import type { Transaction } from '@storewright/database';
import { Session } from '@storewright/sessions';
import type { FindOptionsWhere } from 'typeorm';
import { type Leak, requestOf } from './leak';

export function revokeSession(transaction: Transaction, leak: Leak): Promise<boolean> {
  return endSession(transaction, leak, { digest: leak.digest });
}

/**
 * Ends a session with its access tokens and informs the person by email. Returns false if the session does
 * not exist.
 */
export async function endSession(
  transaction: Transaction,
  leak: Leak,
  where: FindOptionsWhere<Session>,
): Promise<boolean> {
  const session = await transaction.of(Session).findOneBy(where);
  if (!session) return false;
  const { id, owner_id } = session;
  transaction.enter({ owner_id });
  const { affected } = await transaction.of(Session).delete({ id, owner_id });
  if (!affected) return true;
  const detail = { session_ids: [id], ...leak.detail };
  await recordOfPerson(transaction, { ...requestOf(leak), kind: 'sessions.leaked', owner_id, detail });
  await announce(transaction, { session_id: id });
  return true;
}
