import { Injectable } from '@nestjs/common';
import { announce } from '@storewright/access';
import { recordAudit, type SignedInOwner } from '@storewright/accounts';
import { AuthDatabase, readPage, type Transaction } from '@storewright/database';
import { isUuid, type ListQuery, notFound, type Page, type Row } from '@storewright/json-api';
import { filtered } from '../list-filters';
import { installationColumns, installationSource } from './installation.resource';

const statements = {
  find: `SELECT ${installationColumns} ${installationSource} AND i.id = $2`,
  lock: 'SELECT id, app_id, status FROM auth.installations WHERE shop_id = $1 AND id = $2 FOR UPDATE',
  uninstall: `UPDATE auth.installations SET status = 'uninstalled', uninstalled_at = now(), updated_at = now(), version = version + 1
    WHERE shop_id = $1 AND id = $2`,
  revoke: `UPDATE auth.oauth_tokens SET status = 'revoked', updated_at = now()
    WHERE shop_id = $1 AND installation_id = $2 AND status IN ('pending', 'active') RETURNING id, digest IS NOT NULL AS exchanged`,
};

/** The apps of one shop. */
@Injectable()
export class Installations {
  constructor(private readonly database: AuthDatabase) {}

  list(shop_id: string, query: ListQuery): Promise<Page> {
    const listing = {
      columns: installationColumns,
      ...filtered(installationSource, [shop_id], query.filters, {
        status: 'i.status',
        app_id: 'i.app_id::text',
      }),
      keys: { id: 'i.id' },
    };
    return readPage((statement) => this.database.query({ shop_id }, statement), listing, query);
  }

  async find(shop_id: string, id: string): Promise<Row> {
    const statement = { text: statements.find, values: [shop_id, id] };
    const [row] = isUuid(id) ? await this.database.query({ shop_id }, statement) : [];
    if (!row) throw notFound('installations', id);
    return row;
  }

  /** Its tokens end with it, and with a pending token its nonce. Doing it again changes nothing. */
  uninstall(shop_id: string, id: string, owner: SignedInOwner): Promise<void> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const [row] = isUuid(id)
        ? await transaction.query({ text: statements.lock, values: [shop_id, id] })
        : [];
      if (!row) throw notFound('installations', id);
      if (row['status'] === 'uninstalled') return;
      await transaction.query({ text: statements.uninstall, values: [shop_id, id] });
      const tokens = await transaction.query({ text: statements.revoke, values: [shop_id, id] });
      await this.audit(transaction, { shop_id, row, tokens }, owner);
      await announce(transaction, { shop_id });
    });
  }

  private async audit(
    transaction: Transaction,
    { shop_id, row, tokens }: { shop_id: string; row: Row; tokens: Row[] },
    { id: owner_id, request_id }: SignedInOwner,
  ): Promise<void> {
    const audited = { shop_id, owner_id, app_id: String(row['app_id']), request_id };
    const installation_id = row['id'];
    await recordAudit(transaction, {
      ...audited,
      kind: 'installations.uninstalled',
      detail: { installation_id },
    });
    for (const { id: oauth_token_id } of tokens.filter(({ exchanged }) => exchanged)) {
      const detail = { installation_id, oauth_token_id, reason: 'uninstalled' };
      await recordAudit(transaction, { ...audited, kind: 'oauth_tokens.revoked', detail });
    }
  }
}
