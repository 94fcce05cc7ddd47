import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { announce } from '@storewright/access';
import { recordAudit } from '@storewright/audit';
import { AuthDatabase, listing, readPage, selectColumns, type Transaction } from '@storewright/database';
import { OAuthToken, type Row } from '@storewright/entities';
import { isUuid, type ListQuery, notFound } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { SignedInOwner } from '@storewright/sessions';
import { type Digest, digestBytes } from '@storewright/tokens';
import type { Repository } from 'typeorm';
import { endFamily } from '../agents/token-families';
import { filtered } from '../list-filters';
import { activeStates, oauthTokenColumns } from './oauth-token.resource';

const lock = { mode: 'pessimistic_write' } as const;

/** OAuth tokens of apps. The shop owner and the app can read and revoke a token. */
@Injectable()
export class OAuthTokens {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(OAuthToken, 'auth') private readonly tokens: Repository<OAuthToken>,
  ) {}

  list(shop_id: string, query: ListQuery): Promise<Page> {
    const tokens = selectColumns(this.tokens.createQueryBuilder('t'), oauthTokenColumns);
    tokens.where('t.shop_id = :shop_id', { shop_id });
    filtered(tokens, query.filters, { status: 't.status', app_id: 't.app_id::text' });
    const read = listing(tokens, { id: 't.id' });
    return readPage((statement) => this.database.query({ shop_id }, statement), read, query);
  }

  async find(shop_id: string, id: string): Promise<Row<OAuthToken>> {
    const tokens = this.database.of({ shop_id }, this.tokens);
    const token = isUuid(id) && (await tokens.findOneBy({ shop_id, id }));
    if (!token) throw notFound('oauth_tokens', id);
    return token;
  }

  /**
   * Revokes an OAuth token at the request of the shop owner. Does nothing if the token is already invalid.
   */
  revoke(
    shop_id: string,
    id: string,
    { id: owner_id, request_id, session_id: token_id }: SignedInOwner,
  ): Promise<void> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const tokens = transaction.of(this.tokens);
      const token = isUuid(id) && (await tokens.findOne({ where: { shop_id, id }, lock }));
      if (!token) throw notFound('oauth_tokens', id);
      if (!activeStates.includes(token.status)) return;
      await this.end(transaction, token);
      const { app_id } = token;
      const detail = detailOf(token, 'revoked by the owner');
      const entry = { shop_id, owner_id, app_id, detail, request_id, token_id };
      await recordAudit(transaction, { ...entry, kind: 'oauth_tokens.revoked' });
      await announce(transaction, { shop_id });
    });
  }

  revokeOfApp(digest: Digest, app_id: string, request_id: string): Promise<void> {
    return this.database.transaction({ credential: digest }, async (transaction) => {
      const where = { digest: digestBytes(digest), app_id, status: 'active' } as const;
      const token = await transaction.of(this.tokens).findOne({ where, lock });
      if (!token) return;
      const { shop_id } = token;
      transaction.enter({ shop_id });
      await this.end(transaction, token);
      const detail = detailOf(token, 'revoked by the app');
      const entry = { shop_id, app_id, detail, request_id, token_id: token.id };
      await recordAudit(transaction, { ...entry, kind: 'oauth_tokens.revoked' });
      await announce(transaction, { digest });
    });
  }

  private async end(transaction: Transaction, { shop_id, id, family_id }: OAuthToken): Promise<void> {
    if (family_id !== null) return endFamily(transaction, { shop_id, family_id });
    const ended = { status: 'revoked', updated_at: () => 'now()' } as const;
    await transaction.of(this.tokens).update({ shop_id, id }, ended);
  }
}

function detailOf({ installation_id, id }: OAuthToken, reason: string): Record<string, string> {
  return { installation_id, oauth_token_id: id, reason };
}
