import type { Transaction } from '@storewright/database';
import { endSessionsOf } from '@storewright/sessions';
import { EmailChange } from './email-changes/email-change.entity';

/** Ends all sessions of a person. Deletes the pending email change, because an intruder may have requested it. */
export async function endAccessOf(transaction: Transaction, owner_id: string): Promise<void> {
  await endSessionsOf(transaction, owner_id);
  await transaction.of(EmailChange).delete({ owner_id });
}
