import type { Transaction } from '@storewright/database';
import { Member } from '@storewright/people';
import { TotpDevice } from '@storewright/second-factors';
import { IsNull, Not } from 'typeorm';
import { endTokens } from './members';

/**
 * True if the person has a confirmed authenticator app. Changes the row-level security context to the person.
 */
export function hasSecondFactor(transaction: Transaction, owner_id: string): Promise<boolean> {
  transaction.enter({ owner_id });
  return transaction.of(TotpDevice).existsBy({ owner_id, confirmed_at: Not(IsNull()) });
}

/**
 * Deletes the panel access tokens of members without a second factor when the shop starts to require a second
 * factor. Must be the last call in a transaction, because it changes the row-level security context to each
 * member.
 */
export async function endTokensWithoutFactor(transaction: Transaction, shop_id: string): Promise<void> {
  transaction.enter({ shop_id });
  const members = await transaction.of(Member).findBy({ shop_id });
  for (const { owner_id } of members)
    if (!(await hasSecondFactor(transaction, owner_id))) await endTokens(transaction, shop_id, owner_id);
}
