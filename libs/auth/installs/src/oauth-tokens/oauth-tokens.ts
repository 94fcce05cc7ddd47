import { Injectable } from '@nestjs/common';
import { announce } from '@storewright/access';
import { recordAudit, type SignedInOwner } from '@storewright/accounts';
import { AuthDatabase, readPage } from '@storewright/database';
import { isUuid, type ListQuery, notFound, type Page, type Row } from '@storewright/json-api';
import type { Digest } from '@storewright/tokens';
import { filtered } from '../list-filters';
import { oauthTokenColumns } from './oauth-token.resource';

const ofShop = 'FROM auth.oauth_tokens t WHERE t.shop_id = $1';

const statements = {
  find: `SELECT ${oauthTokenColumns} ${ofShop} AND t.id = $2`,
  lock: `SELECT id, app_id, installation_id, status ${ofShop} AND t.id = $2 FOR UPDATE`,
  revoke: `UPDATE auth.oauth_tokens SET status = 'revoked', updated_at = now() WHERE shop_id = $1 AND id = $2`,
  lockOfApp: `SELECT id, shop_id, installation_id FROM auth.oauth_tokens
    WHERE digest = decode($1, 'hex') AND app_id = $2 AND status = 'active' FOR UPDATE`,
};

/** OAuth tokens as their shop's owner and their app see and end them. */
@Injectable()
export class OAuthTokens {
  constructor(private readonly database: AuthDatabase) {}

  list(shop_id: string, query: ListQuery): Promise<Page> {
    const listing = {
      columns: oauthTokenColumns,
      ...filtered(ofShop, [shop_id], query.filters, { status: 't.status', app_id: 't.app_id::text' }),
      keys: { id: 't.id' },
    };
    return readPage((statement) => this.database.query({ shop_id }, statement), listing, query);
  }

  async find(shop_id: string, id: string): Promise<Row> {
    const statement = { text: statements.find, values: [shop_id, id] };
    const [row] = isUuid(id) ? await this.database.query({ shop_id }, statement) : [];
    if (!row) throw notFound('oauth_tokens', id);
    return row;
  }

  /** By the owner of the shop. A token that has ended already stays as it is. */
  revoke(shop_id: string, id: string, { id: owner_id, request_id }: SignedInOwner): Promise<void> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const [row] = isUuid(id)
        ? await transaction.query({ text: statements.lock, values: [shop_id, id] })
        : [];
      if (!row) throw notFound('oauth_tokens', id);
      if (!['pending', 'active'].includes(String(row['status']))) return;
      await transaction.query({ text: statements.revoke, values: [shop_id, id] });
      const app_id = String(row['app_id']);
      const detail = {
        installation_id: row['installation_id'],
        oauth_token_id: row['id'],
        reason: 'revoked by the owner',
      };
      const entry = { shop_id, owner_id, app_id, detail, request_id };
      await recordAudit(transaction, { ...entry, kind: 'oauth_tokens.revoked' });
      await announce(transaction, { shop_id });
    });
  }

  /** By the app that holds it (RFC 7009); does nothing where it is no living token of that app. */
  revokeOfApp(digest: Digest, app_id: string, request_id: string): Promise<void> {
    return this.database.transaction({ credential: digest }, async (transaction) => {
      const [row] = await transaction.query({ text: statements.lockOfApp, values: [digest, app_id] });
      if (!row) return;
      const shop_id = String(row['shop_id']);
      await transaction.enter({ shop_id });
      await transaction.query({ text: statements.revoke, values: [shop_id, row['id']] });
      const detail = {
        installation_id: row['installation_id'],
        oauth_token_id: row['id'],
        reason: 'revoked by the app',
      };
      await recordAudit(transaction, { kind: 'oauth_tokens.revoked', shop_id, app_id, detail, request_id });
      await announce(transaction, { digest });
    });
  }
}
