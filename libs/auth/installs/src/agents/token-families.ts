import { announce } from '@storewright/access';
import type { Transaction } from '@storewright/database';
import { OAuthToken, RefreshToken } from '@storewright/entities';

/** All tokens that were issued after one consent to an AI agent. */
export interface Family {
  shop_id: string;
  family_id: string;
}

/** Revokes all access tokens and deletes all refresh tokens of one consent to an AI agent. */
export async function endFamily(transaction: Transaction, { shop_id, family_id }: Family): Promise<void> {
  const revoked = { status: 'revoked', updated_at: () => 'now()' } as const;
  await transaction.of(OAuthToken).update({ shop_id, family_id, status: 'active' }, revoked);
  await transaction.of(RefreshToken).delete({ shop_id, family_id });
  await announce(transaction, { shop_id });
}

/**
 * Deletes expired refresh tokens and ends expired access tokens of an AI agent, so that their number stays
 * small.
 */
export async function endExpired(
  transaction: Transaction,
  { shop_id, installation_id }: { shop_id: string; installation_id: string },
): Promise<void> {
  const of = { shop_id, installation_id };
  await transaction
    .of(RefreshToken)
    .createQueryBuilder()
    .delete()
    .where('shop_id = :shop_id AND installation_id = :installation_id', of)
    // Uses the earlier of process time and database time, so that a fast database clock does not end tokens too early.
    .andWhere('expires_at < least(now(), :now)', { now: new Date() })
    .execute();
  await transaction
    .of(OAuthToken)
    .createQueryBuilder()
    .update({ status: 'superseded', updated_at: () => 'now()' })
    .where(`shop_id = :shop_id AND installation_id = :installation_id AND status = 'active'`, of)
    .andWhere(`expires_at < now() - interval '1 day'`)
    .execute();
}
