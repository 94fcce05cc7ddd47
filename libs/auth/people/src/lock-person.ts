import type { Transaction } from '@storewright/database';
import { Owner } from './owner.entity';

/**
 * Locks a person until the transaction ends, and returns the row. Callers that count objects of the person
 * need this lock, so that concurrent requests cannot exceed a maximum.
 */
export async function lockPerson(transaction: Transaction, id: string): Promise<Owner> {
  const lock = { mode: 'for_no_key_update' } as const;
  return transaction.of(Owner).findOneOrFail({ where: { id }, lock });
}
