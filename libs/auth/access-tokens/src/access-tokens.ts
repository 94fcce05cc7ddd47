import { Injectable } from '@nestjs/common';
import { announce } from '@storewright/access';
import { recordAudit, type SignedInOwner } from '@storewright/accounts';
import { AuthDatabase, readPage } from '@storewright/database';
import {
  ApiError,
  isUuid,
  type ListQuery,
  notFound,
  type Page,
  type ParsedResource,
  type Row,
} from '@storewright/json-api';
import { mintToken, prefixes } from '@storewright/tokens';
import { v7 as uuidv7 } from 'uuid';
import type { CreateAccessToken } from './access-token.resource';

/** Those that the owner generated, not the panel's own (`SessionTokens`). Where the time of expiry has passed, that is the status, although nothing was written. */
const columns = `id, shop_id, name, scopes,
  CASE WHEN status = 'active' AND expires_at <= now() THEN 'expired' ELSE status END AS status,
  '${prefixes.access_token}' AS prefix, last_four, created_at, last_used_at, expires_at`;
const ofShop =
  'FROM (SELECT *, name COLLATE "C" AS name_key FROM auth.access_tokens) t WHERE shop_id = $1 AND session_id IS NULL';
const ofStatus = ` AND CASE WHEN status = 'active' AND expires_at <= now() THEN 'expired' ELSE status END = $2`;

const statements = {
  insert: `INSERT INTO auth.access_tokens (shop_id, id, name, scopes, digest, last_four, expires_at)
    SELECT $1, $2, $3, $4::text[], decode($5, 'hex'), $6, $7::timestamptz WHERE $7::timestamptz IS NULL OR $7::timestamptz > clock_timestamp()
    RETURNING ${columns}`,
  find: `SELECT ${columns} ${ofShop} AND id = $2`,
  revoke: `UPDATE auth.access_tokens SET status = 'revoked', updated_at = now() WHERE shop_id = $1 AND id = $2 AND session_id IS NULL AND status = 'active'
    RETURNING id`,
};

/** The access tokens of one shop. */
@Injectable()
export class AccessTokens {
  constructor(private readonly database: AuthDatabase) {}

  list(shop_id: string, query: ListQuery): Promise<Page> {
    const { status } = query.filters;
    const listing = {
      columns,
      from: status === undefined ? ofShop : ofShop + ofStatus,
      values: [shop_id, ...(status === undefined ? [] : [status])],
      keys: { id: 'id', name: 'name_key' },
    };
    return readPage((statement) => this.database.query({ shop_id }, statement), listing, query);
  }

  async find(shop_id: string, id: string): Promise<Row> {
    const statement = { text: statements.find, values: [shop_id, id] };
    const [row] = isUuid(id) ? await this.database.query({ shop_id }, statement) : [];
    if (!row) throw notFound('access_tokens', id);
    return row;
  }

  /** The row, and the token's text for the one answer that shows it. */
  create(
    shop_id: string,
    owner: SignedInOwner,
    { id = uuidv7(), attributes: { name, scopes, expires_at } }: ParsedResource<CreateAccessToken>,
  ): Promise<{ row: Row; token: string }> {
    const token = mintToken('access_token');
    const granted = scopes ? [...new Set(scopes)].sort() : null;
    return this.database.transaction({ shop_id }, async (transaction) => {
      const values = [shop_id, id, name, granted, token.digest, token.lastFour, expires_at ?? null];
      const [row] = await transaction.query({ text: statements.insert, values });
      if (!row) throw alreadyPast();
      const detail = { access_token_id: id, name, scopes: granted };
      const { id: owner_id, request_id } = owner;
      await recordAudit(transaction, {
        kind: 'access_tokens.created',
        shop_id,
        owner_id,
        detail,
        request_id,
      });
      return { row, token: token.reveal() };
    });
  }

  /** It stays listed. Revoking it again changes nothing. */
  revoke(shop_id: string, id: string, { id: owner_id, request_id }: SignedInOwner): Promise<void> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const find = { text: statements.find, values: [shop_id, id] };
      const [row] = isUuid(id) ? await transaction.query(find) : [];
      if (!row) throw notFound('access_tokens', id);
      const [revoked] = await transaction.query({ text: statements.revoke, values: [shop_id, id] });
      if (!revoked) return;
      const detail = { access_token_id: revoked['id'], name: row['name'] };
      await recordAudit(transaction, {
        kind: 'access_tokens.revoked',
        shop_id,
        owner_id,
        detail,
        request_id,
      });
      await announce(transaction, { shop_id });
    });
  }
}

function alreadyPast(): ApiError {
  return new ApiError('invalid_attribute', {
    detail: 'expires_at is in the future.',
    source: { pointer: '/data/attributes/expires_at' },
    meta: { attribute: 'expires_at' },
  });
}
