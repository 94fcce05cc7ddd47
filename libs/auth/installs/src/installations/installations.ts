import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, listing, readPage } from '@storewright/database';
import { Installation } from '@storewright/entities';
import { isUuid, type ListQuery, notFound, type DocumentRow } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { SignedInOwner } from '@storewright/sessions';
import type { Repository } from 'typeorm';
import { filtered } from '../list-filters';
import { ISSUER } from '../oauth/issuer';
import { installationsOf, permissionsChanged, readInstallation, withIcon } from './installation-rows';
import { uninstall } from './uninstall';

@Injectable()
export class Installations {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(Installation, 'auth') private readonly installations: Repository<Installation>,
    @Inject(ISSUER) private readonly issuer: string,
  ) {}

  async list(shop_id: string, query: ListQuery): Promise<Page> {
    const installations = installationsOf(shop_id, this.installations);
    filtered(installations, query.filters, {
      status: 'i.status',
      app_id: 'i.app_id::text',
      permissions_changed: `${permissionsChanged}::text`,
    });
    const read = listing(installations, { id: 'i.id' });
    const page = await readPage((statement) => this.database.query({ shop_id }, statement), read, query);
    return { ...page, rows: page.rows.map((row) => withIcon(this.issuer, row)) };
  }

  async find(shop_id: string, id: string): Promise<DocumentRow> {
    const installations = this.database.of({ shop_id }, this.installations);
    const row = isUuid(id) && (await readInstallation({ shop_id, id }, installations, this.issuer));
    if (!row) throw notFound('installations', id);
    return row;
  }

  uninstall(shop_id: string, id: string, owner: SignedInOwner): Promise<void> {
    return this.database.transaction({ shop_id }, async (transaction) => {
      const lock = { mode: 'pessimistic_write' } as const;
      const installations = transaction.of(this.installations);
      const installation = isUuid(id) && (await installations.findOne({ where: { shop_id, id }, lock }));
      if (!installation) throw notFound('installations', id);
      if (installation.status === 'uninstalled') return;
      const { id: installation_id, app_id } = installation;
      const { id: owner_id, request_id, session_id: token_id } = owner;
      const who = { shop_id, installation_id, app_id, owner_id, request_id, token_id };
      await uninstall(transaction, { ...who, reason: 'uninstalled' }, this.issuer);
    });
  }
}
