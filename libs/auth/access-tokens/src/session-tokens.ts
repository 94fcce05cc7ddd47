import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, type Transaction } from '@storewright/database';
import { AccessToken, type Row } from '@storewright/entities';
import { isUuid, notFound } from '@storewright/json-api';
import { Membership } from '@storewright/members';
import { lockPerson, MAX_SESSION_TOKENS_OF_MEMBER, objectLimitReached, Member } from '@storewright/people';
import { type ActiveSession, Session as StoredSession } from '@storewright/sessions';
import { digestBytes, mintToken } from '@storewright/tokens';
import { type Repository, type SelectQueryBuilder } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

/**
 * Lifetime of a panel access token. It must be shorter than the idle time of a session (30 minutes), so that
 * the token never outlives an idle session.
 */
const LIFE_SECONDS = 15 * 60;

/**
 * Access tokens of the admin panel, with the scopes of the member's role. The end of the session or a change
 * of the role deletes the token, so token checks read neither session nor role.
 */
@Injectable()
export class SessionTokens {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(AccessToken, 'auth') private readonly tokens: Repository<AccessToken>,
    @InjectRepository(StoredSession, 'auth') private readonly sessions: Repository<StoredSession>,
  ) {}

  /**
   * Creates a panel access token. Returns undefined if the session has ended or the person is not a member of
   * the shop.
   */
  create(
    shop_id: string,
    session: ActiveSession,
  ): Promise<(Row<AccessToken> & { token: string }) | undefined> {
    const token = mintToken('access_token');
    const { owner_id } = session;
    return this.database.transaction({ shop_id, owner_id }, async (transaction) => {
      const { name: person_name } = await lockPerson(transaction, owner_id);
      const tokens = transaction.of(this.tokens);
      const own = { shop_id, session_id: session.id };
      const over = tokens.createQueryBuilder().delete().where(own);
      await over.andWhere('expires_at <= least(now(), :now)', { now: new Date() }).execute();
      const expires_at = await this.holdSession(transaction, session);
      const scopes = await this.holdScopes(transaction, shop_id, owner_id);
      if (expires_at === undefined || scopes === undefined) return undefined;
      await this.checkLimit(transaction, shop_id, owner_id);
      const created = tokens.create({
        ...{ ...own, id: uuidv7(), name: 'admin panel', scopes, expires_at },
        ...{ person_id: owner_id, person_name },
        ...{ digest: digestBytes(token.digest), last_four: token.lastFour },
      });
      await tokens.insert(created);
      return { ...created, token: token.reveal() };
    });
  }

  private async checkLimit(transaction: Transaction, shop_id: string, owner_id: string): Promise<void> {
    const active = transaction.of(this.tokens).createQueryBuilder('t');
    const had = await active
      .innerJoin(StoredSession, 's', 's.id = t.session_id AND s.owner_id = :owner_id', { owner_id })
      .where('t.shop_id = :shop_id AND t.expires_at > now()', { shop_id })
      .getCount();
    if (had < MAX_SESSION_TOKENS_OF_MEMBER) return;
    throw objectLimitReached(
      MAX_SESSION_TOKENS_OF_MEMBER,
      `Your sessions have ${had} active access tokens for this shop, which is the maximum. ` +
        `Reuse an access token for ${LIFE_SECONDS / 60} minutes after its creation, or end a session.`,
    );
  }

  async find(shop_id: string, session: ActiveSession, id: string): Promise<Row<AccessToken>> {
    const tokens = this.database.of({ shop_id }, this.tokens);
    const token =
      isUuid(id) && (await activeTokens(tokens, { shop_id, session_id: session.id, id }).getOne());
    if (!token) throw notFound('session_tokens', id);
    return token;
  }

  /**
   * Locks the membership until the panel access token is inserted, so that a concurrent role change also
   * deletes the token. Returns undefined for a person who is not a member of the shop.
   */
  private async holdScopes(
    transaction: Transaction,
    shop_id: string,
    owner_id: string,
  ): Promise<string[] | null | undefined> {
    const lock = { mode: 'pessimistic_read' } as const;
    const held = await transaction.of(Member).findOne({ where: { shop_id, owner_id }, lock });
    return held ? new Membership(held).scopes : undefined;
  }

  /**
   * Locks the session. Returns the expiry time of a new panel access token, or undefined if the session has
   * ended.
   */
  private async holdSession(transaction: Transaction, { id }: ActiveSession): Promise<string | undefined> {
    const held = await transaction
      .of(this.sessions)
      .createQueryBuilder('s')
      .select('least(now() + make_interval(secs => :life), s.expires_at)', 'expires_at')
      .where('s.id = :id', { id, life: LIFE_SECONDS })
      .setLock('pessimistic_read')
      .getRawOne<Pick<AccessToken, 'expires_at'>>();
    return held?.expires_at ?? undefined;
  }
}

function activeTokens(
  tokens: Repository<AccessToken>,
  own: Pick<AccessToken, 'shop_id' | 'session_id' | 'id'>,
): SelectQueryBuilder<AccessToken> {
  const condition =
    't.shop_id = :shop_id AND t.session_id = :session_id AND t.id = :id AND t.expires_at > now()';
  return tokens.createQueryBuilder('t').where(condition, own);
}
