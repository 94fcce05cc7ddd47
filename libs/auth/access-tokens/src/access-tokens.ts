import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { announce, canonicalNetworks, isWider } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import { AuthDatabase, listing, readPage, selectColumns, type Transaction } from '@storewright/database';
import { AccessToken, Shop } from '@storewright/entities';
import {
  ApiError,
  invalidAttribute,
  isUuid,
  type ListQuery,
  notFound,
  type ParsedResource,
  refuseOthers,
  type DocumentRow,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { SignedInMember } from '@storewright/members';
import { MAX_ACCESS_TOKENS_OF_SHOP, objectLimitReached } from '@storewright/people';
import type { SignedInOwner } from '@storewright/sessions';
import { digestBytes, mintToken, prefixes } from '@storewright/tokens';
import { IsNull, type Repository, type SelectQueryBuilder } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { accessTokens, type CreateAccessToken, type UpdateAccessToken } from './access-token.resource';
import { addedScopes, recordChanges } from './token-changes';

const shown = [
  'id',
  'shop_id',
  'name',
  'scopes',
  'allowed_networks',
  'last_four',
  'created_at',
  'last_used_at',
  'expires_at',
] as const;
export type ShownToken = Pick<AccessToken, (typeof shown)[number] | 'status' | 'previous_expires_at'> & {
  unused_expires_at: string | null;
};

/** Number of days without a request after which an access token expires. 0 disables the expiry. */
export const UNUSED_TOKEN_DAYS = Symbol('unused token days');
/** Number of days between the warning email and the expiry of an unused access token. */
const NOTICE_DAYS = 7;

/**
 * The database does not store the status `expired`, so the status of an access token depends on the current
 * time.
 */
const currentStatus = (status: string, expires_at: string) =>
  `CASE WHEN ${status} = 'active' AND ${expires_at} <= now() THEN 'expired' ELSE ${status} END`;

/**
 * SQL expression for the time at which an unused access token expires, at least a week after the warning
 * email. A request after the email cancels the warning (`auth.queue_unused_tokens`).
 */
function unusedExpiry(token: string, days: number): string {
  if (days === 0) return 'NULL::timestamptz';
  const [usedAt, notice] = [`coalesce(${token}last_used_at, ${token}created_at)`, `${token}unused_notice_at`];
  const noticeAt = `CASE WHEN ${notice} > ${usedAt} THEN ${notice} ELSE now() END`;
  return `CASE WHEN ${currentStatus(`${token}status`, `${token}expires_at`)} = 'active' THEN
    greatest(${usedAt} + interval '${days} days', ${noticeAt} + interval '${NOTICE_DAYS} days') END`;
}

/**
 * Number of days without a request after which an access token counts as unused, if UNUSED_TOKEN_DAYS
 * disables the expiry.
 */
const UNUSED_DAYS_WITHOUT_EXPIRY = 90;

/** SQL condition for an active access token that expires within a week unless a request uses the token. */
function isUnused(expiryDays: number): string {
  const days = expiryDays === 0 ? UNUSED_DAYS_WITHOUT_EXPIRY : expiryDays - NOTICE_DAYS;
  return `${currentStatus('t.status', 't.expires_at')} = 'active'
    AND coalesce(t.last_used_at, t.created_at) < now() - interval '${days} days'`;
}

/** Access tokens that members of a shop created. `SessionTokens` manages the tokens of the admin panel. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(AccessToken, 'auth') private readonly tokens: Repository<AccessToken>,
    @Inject(UNUSED_TOKEN_DAYS) private readonly unusedDays: number,
  ) {}

  async list(shop_id: string, query: ListQuery): Promise<Page> {
    const { status, unused } = query.filters;
    const tokens = tokensOf(shop_id, this.tokens, this.unusedDays);
    if (unused !== undefined) tokens.andWhere(`(${isUnused(this.unusedDays)})::text = :unused`, { unused });
    if (status !== undefined)
      tokens.andWhere(`${currentStatus('t.status', 't.expires_at')} = :status`, { status });
    const read = listing(tokens, { id: 't.id', name: 't.name COLLATE "C"' });
    const page = await readPage((statement) => this.database.query({ shop_id }, statement), read, query);
    return { ...page, rows: page.rows.map(withPrefix) };
  }

  async find(shop_id: string, id: string): Promise<DocumentRow> {
    const tokens = tokensOf(shop_id, this.database.of({ shop_id }, this.tokens), this.unusedDays);
    const token = isUuid(id) && (await tokens.andWhere('t.id = :id', { id }).getRawOne<ShownToken>());
    if (!token) throw notFound('access_tokens', id);
    return withPrefix(token);
  }

  /**
   * Creates an access token and returns its text, which is not stored. Throws if the requested scopes exceed
   * the permissions of the member who creates the token.
   */
  create(
    shop_id: string,
    {
      id: owner_id,
      request_id,
      session_id: token_id,
      browser_language: language,
      membership,
    }: SignedInMember,
    {
      id = uuidv7(),
      attributes: { name, scopes, expires_at, allowed_networks },
    }: ParsedResource<CreateAccessToken>,
  ): Promise<{ row: DocumentRow; token: string }> {
    const token = mintToken('access_token');
    const granted = scopes ? [...new Set(scopes)].sort() : null;
    const networks = allowed_networks ? canonicalNetworks(allowed_networks) : null;
    membership.requireToGive(granted);
    return this.database.transaction({ shop_id }, async (transaction) => {
      await this.checkLimit(transaction, shop_id);
      const row = await this.insert(transaction, {
        ...{ shop_id, id, name, scopes: granted, allowed_networks: networks, expires_at: expires_at ?? null },
        ...{ digest: digestBytes(token.digest), last_four: token.lastFour },
      });
      const detail = { access_token_id: id, name, scopes: granted, allowed_networks: networks };
      const kind = 'access_tokens.created';
      const who = { owner_id, request_id, token_id, language };
      await recordAudit(transaction, { kind, shop_id, detail, ...who });
      return { row, token: token.reveal() };
    });
  }

  /**
   * Changes an active access token. Throws if its new scopes exceed the permissions of the member who makes
   * the change.
   */
  change(
    shop_id: string,
    id: string,
    member: SignedInMember,
    input: ParsedResource<UpdateAccessToken>,
  ): Promise<DocumentRow> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const before = await lockActive(transaction, { shop_id, id }, this.unusedDays);
      refuseOthers(accessTokens, input, withPrefix(before));
      const { attributes } = input;
      const { name = before.name, scopes: asked = before.scopes } = attributes;
      const { allowed_networks: networks = before.allowed_networks } = attributes;
      const scopes = asked ? [...new Set(asked)].sort() : null;
      const allowed_networks = networks && canonicalNetworks(networks);
      const isOpened = isWider(before.allowed_networks, allowed_networks);
      if (attributes.scopes !== undefined || isOpened) member.membership.requireToGive(scopes);
      const after = { ...before, name, scopes, allowed_networks };
      const addsScopes = addedScopes(before.scopes, scopes)?.length !== 0;
      const scopes_granted_at = () => (addsScopes ? 'now()' : 'coalesce(scopes_granted_at, updated_at)');
      const changed = { name, scopes, allowed_networks, scopes_granted_at, updated_at: () => 'now()' };
      await transaction.of(this.tokens).update({ shop_id, id, session_id: IsNull() }, changed);
      await recordChanges(transaction, member, { before, after, attributes });
      await announce(transaction, { shop_id });
      return withPrefix(after);
    });
  }

  /** Revokes an access token, which stays in the list. Revoking a revoked token changes nothing. */
  revoke(
    shop_id: string,
    id: string,
    { id: owner_id, request_id, session_id }: SignedInOwner,
  ): Promise<void> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const tokens = transaction.of(this.tokens);
      const own = { shop_id, id, session_id: IsNull() };
      const token = isUuid(id) && (await tokens.findOneBy(own));
      if (!token) throw notFound('access_tokens', id);
      const revoked = { status: 'revoked', updated_at: () => 'now()' } as const;
      const { affected } = await tokens.update({ ...own, status: 'active' }, revoked);
      if (!affected) return;
      await recordAudit(transaction, {
        kind: 'access_tokens.revoked',
        shop_id,
        owner_id,
        detail: { access_token_id: token.id, name: token.name },
        request_id,
        token_id: session_id,
      });
      await announce(transaction, { shop_id });
    });
  }

  /**
   * Locks the shop, so that concurrent requests cannot exceed the maximum number of access tokens. Throws
   * `limit_reached`.
   */
  private async checkLimit(transaction: Transaction, shop_id: string): Promise<void> {
    const lock = { mode: 'for_no_key_update' } as const;
    await transaction.of(Shop).findOneOrFail({ where: { id: shop_id }, lock });
    const tokens = tokensOf(shop_id, transaction.of(this.tokens), this.unusedDays);
    const active = tokens.andWhere(`${currentStatus('t.status', 't.expires_at')} = 'active'`);
    const had = await active.getCount();
    if (had < MAX_ACCESS_TOKENS_OF_SHOP) return;
    throw objectLimitReached(
      MAX_ACCESS_TOKENS_OF_SHOP,
      `The shop has ${had} active access tokens. The maximum is ${MAX_ACCESS_TOKENS_OF_SHOP}. ` +
        'Revoke an access token that is no longer used.',
    );
  }

  /** Inserts an access token. Throws if `expires_at` is in the past by the clock of the database. */
  private async insert(transaction: Transaction, token: Partial<AccessToken>): Promise<DocumentRow> {
    const insert = transaction.of(this.tokens).createQueryBuilder().insert().values(token);
    const past = 'coalesce(expires_at <= clock_timestamp(), false) AS past';
    const { raw } = await insert
      .updateEntity(false)
      .returning(
        [
          ...[...shown, 'previous_expires_at', 'status', past],
          `${unusedExpiry('', this.unusedDays)} AS unused_expires_at`,
        ].join(', '),
      )
      .execute();
    const [{ past: isPast, ...row }] = raw as [ShownToken & { past: boolean }];
    if (isPast) throw alreadyPast();
    return withPrefix(row);
  }
}

/** Locks an access token. Throws 404 for an unknown token, and 409 for a revoked or expired token. */
export async function lockActive(
  transaction: Transaction,
  { shop_id, id }: Pick<AccessToken, 'shop_id' | 'id'>,
  unusedDays: number,
): Promise<ShownToken> {
  const tokens = tokensOf(shop_id, transaction.of(AccessToken), unusedDays).andWhere('t.id = :id', { id });
  const token = isUuid(id) && (await tokens.setLock('for_no_key_update').getRawOne<ShownToken>());
  if (!token) throw notFound('access_tokens', id);
  if (token.status === 'active') return token;
  throw new ApiError('illegal_transition', {
    detail: `The access token is ${token.status}. Only an active token can be changed. Create a new one.`,
  });
}

function tokensOf(
  shop_id: string,
  repository: Repository<AccessToken>,
  unusedDays: number,
): SelectQueryBuilder<AccessToken> {
  return selectColumns(repository.createQueryBuilder('t'), shown)
    .addSelect(currentStatus('t.status', 't.expires_at'), 'status')
    .addSelect(unusedExpiry('t.', unusedDays), 'unused_expires_at')
    .addSelect(
      'CASE WHEN t.previous_expires_at > now() THEN t.previous_expires_at END',
      'previous_expires_at',
    )
    .where('t.shop_id = :shop_id AND t.session_id IS NULL', { shop_id });
}

export function withPrefix(token: DocumentRow): DocumentRow {
  return { ...token, prefix: prefixes.access_token };
}

function alreadyPast(): ApiError {
  return invalidAttribute('expires_at', 'expires_at must be in the future.');
}
