import { Injectable } from '@nestjs/common';
import type { SignedInOwner } from '@storewright/accounts';
import { AuthDatabase, readPage } from '@storewright/database';
import { isUuid, type ListQuery, notFound, type Page, type Row } from '@storewright/json-api';
import { filtered } from '../list-filters';
import { installationColumns, installationSource } from './installation.resource';
import { uninstall } from './uninstall';

const statements = {
  find: `SELECT ${installationColumns} ${installationSource} AND i.id = $2`,
  lock: 'SELECT id, app_id, status FROM auth.installations WHERE shop_id = $1 AND id = $2 FOR UPDATE',
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
      const { id: installation_id, app_id } = row as { id: string; app_id: string };
      const { id: owner_id, request_id } = owner;
      await uninstall(transaction, {
        ...{ shop_id, installation_id, app_id, owner_id, request_id },
        reason: 'uninstalled',
      });
    });
  }
}
