import type { Transaction } from '@storewright/database';
import { endSessionsOf } from '@storewright/sessions';
import { EmailChange } from './email-changes/email-change.entity';

/**
 * Ends all sessions of a person and deletes the pending email change, which an intruder may have requested.
 */
export async function endAccessOf(transaction: Transaction, owner_id: string): Promise<void> {
  await endSessionsOf(transaction, owner_id);
  await transaction.of(EmailChange).delete({ owner_id });
}
