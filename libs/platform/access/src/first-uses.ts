import { type AuthDatabase, defineStatement } from '@storewright/database';
import { AccessToken, AppSecret, OAuthToken } from '@storewright/entities';
import { digestBytes } from '@storewright/tokens';
import { announce } from './credential-change';
import type { Grant } from './grant';

const markFirstUse = defineStatement<Pick<OAuthToken, 'id'>>('first-use', (source) =>
  source
    .createQueryBuilder()
    .update(OAuthToken)
    .set({ first_used_at: () => 'coalesce(first_used_at, now())', last_used_at: () => 'now()' })
    .where('shop_id = :shop_id AND id = :id AND status = :active', { active: 'active' })
    .returning('id'),
);

/**
 * Stores the first use of a credential before the request takes effect. The first use of an OAuth token
 * invalidates its nonce. The first use of a new access token or app secret after a rotation invalidates the
 * previous one (docs/adr/rotations.md).
 */
export class FirstUses {
  constructor(private readonly database: AuthDatabase) {}

  /**
   * Stores the first use of a token. Returns false if the token has been revoked or replaced since its
   * verification.
   */
  async ofToken(grant: Grant): Promise<boolean> {
    const { shop, token_id: id, kind } = grant;
    const context = { shop_id: shop.id };
    if (kind === 'access_token') return this.endPreviousText(grant);
    return (await this.database.execute(context, markFirstUse, { ...context, id })).length > 0;
  }

  private endPreviousText({ shop: { id: shop_id }, token_id: id, digest }: Grant): Promise<boolean> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const { raw } = await transaction
        .of(AccessToken)
        .createQueryBuilder()
        .update({ previous_digest: null, previous_expires_at: null })
        .where({ shop_id, id, digest: digestBytes(digest), status: 'active' })
        .returning(`encode(old.previous_digest, 'hex') AS ended`)
        .execute();
      const [token] = raw as { ended: string | null }[];
      if (token?.ended) await announce(transaction, { digest: token.ended });
      return token !== undefined;
    });
  }

  /** Invalidates all secrets of an app that are older than the secret in `sealed`, which is encrypted. */
  ofSecret({ app_id, digest }: Grant, sealed: string): Promise<void> {
    return this.database.transaction({ credential: digest }, async (transaction) => {
      const secrets = transaction.of(AppSecret);
      const used = secrets.createQueryBuilder('g').select('g.generation');
      const generation = used.where('g.app_id = :app_id AND g.sealed = :sealed').getQuery();
      const ending = secrets.createQueryBuilder().update({ expires_at: () => 'clock_timestamp()' });
      const { affected } = await ending
        .where({ app_id: app_id! })
        .andWhere(`generation < (${generation}) AND expires_at > clock_timestamp()`)
        .setParameters({ app_id, sealed })
        .execute();
      if (affected) await announce(transaction, { app_id: app_id! });
    });
  }
}
