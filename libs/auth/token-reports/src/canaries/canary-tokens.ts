import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { recordAudit } from '@storewright/audit';
import { AuthDatabase, listing, readPage, selectColumns, type Transaction } from '@storewright/database';
import { CanaryToken, Shop } from '@storewright/entities';
import {
  type DocumentRow,
  isUuid,
  type ListQuery,
  notFound,
  type ParsedResource,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { MAX_CANARY_TOKENS_OF_SHOP, objectLimitReached } from '@storewright/people';
import type { SignedInOwner } from '@storewright/sessions';
import { digestBytes, mintToken } from '@storewright/tokens';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import type { CreateCanaryToken } from './canary-token.resource';

const shown = ['id', 'shop_id', 'name', 'last_four', 'created_at', 'last_used_at'] as const;

@Injectable()
export class CanaryTokens {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(CanaryToken, 'auth') private readonly canaries: Repository<CanaryToken>,
  ) {}

  list(shop_id: string, query: ListQuery): Promise<Page> {
    const read = listing(canariesOf(shop_id, this.canaries), { id: 'c.id' });
    return readPage((statement) => this.database.query({ shop_id }, statement), read, query);
  }

  find(shop_id: string, id: string): Promise<DocumentRow> {
    return findIn(this.database.of({ shop_id }, this.canaries), shop_id, id);
  }

  create(
    shop_id: string,
    { id: owner_id, request_id, session_id: token_id }: SignedInOwner,
    { id = uuidv7(), attributes: { name } }: ParsedResource<CreateCanaryToken>,
  ): Promise<{ row: DocumentRow; token: string }> {
    const token = mintToken('access_token');
    return this.database.transaction({ shop_id }, async (transaction) => {
      const canaries = transaction.of(this.canaries);
      await checkLimit(transaction, shop_id);
      const created = { shop_id, id, name, digest: digestBytes(token.digest), last_four: token.lastFour };
      await canaries.insert(created);
      const detail = { canary_token_id: id, name };
      await recordAudit(transaction, {
        kind: 'canary_tokens.created',
        shop_id,
        owner_id,
        detail,
        request_id,
        token_id,
      });
      return { row: await findIn(canaries, shop_id, id), token: token.reveal() };
    });
  }

  delete(
    shop_id: string,
    id: string,
    { id: owner_id, request_id, session_id: token_id }: SignedInOwner,
  ): Promise<void> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const canaries = transaction.of(this.canaries);
      const { id: canary_token_id, name } = await findIn(canaries, shop_id, id);
      const { affected } = await canaries.delete({ shop_id, id });
      if (!affected) throw notFound('canary_tokens', id);
      const detail = { canary_token_id, name };
      await recordAudit(transaction, {
        kind: 'canary_tokens.deleted',
        shop_id,
        owner_id,
        detail,
        request_id,
        token_id,
      });
    });
  }
}

async function findIn(canaries: Repository<CanaryToken>, shop_id: string, id: string): Promise<DocumentRow> {
  const query = isUuid(id) && canariesOf(shop_id, canaries).andWhere('c.id = :id', { id });
  const row = query && (await query.getRawOne<DocumentRow>());
  if (!row) throw notFound('canary_tokens', id);
  return row;
}

function canariesOf(shop_id: string, canaries: Repository<CanaryToken>): SelectQueryBuilder<CanaryToken> {
  return selectColumns(canaries.createQueryBuilder('c'), shown).where('c.shop_id = :shop_id', { shop_id });
}

/**
 * Locks the shop, so that concurrent requests cannot exceed the maximum number of canary tokens. Throws
 * `limit_reached`.
 */
async function checkLimit(transaction: Transaction, shop_id: string): Promise<void> {
  const lock = { mode: 'for_no_key_update' } as const;
  await transaction.of(Shop).findOneOrFail({ where: { id: shop_id }, lock });
  const had = await transaction.of(CanaryToken).countBy({ shop_id });
  if (had < MAX_CANARY_TOKENS_OF_SHOP) return;
  throw objectLimitReached(
    MAX_CANARY_TOKENS_OF_SHOP,
    `The shop has ${had} canary tokens. The maximum is ${MAX_CANARY_TOKENS_OF_SHOP}. Delete one first.`,
  );
}
