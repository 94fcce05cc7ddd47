import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, listing, readPage } from '@storewright/database';
import { App, Shop } from '@storewright/entities';
import { isUuid, type ListQuery, notFound, type DocumentRow } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { SignedInOwner } from '@storewright/sessions';
import type { Repository } from 'typeorm';
import { AppContract } from '../contracts/app-contract.entity';
import { filtered } from '../list-filters';
import { Apps } from './apps';
import { deprecatedRequestsOfApp } from './installed-shops';

const columns = [
  ...['id', 'app_id', 'shop_id', 'installation_id', 'feature'],
  ...['day', 'sunset_at', 'requests', 'last_request_at'],
];

/**
 * Lists the deprecated features that an app still uses, with the shops in which the app uses them, for the
 * developer of the app.
 */
@Injectable()
export class AppDeprecatedRequests {
  constructor(
    private readonly database: AuthDatabase,
    private readonly apps: Apps,
    @InjectRepository(App, 'auth') private readonly repository: Repository<App>,
  ) {}

  async list(owner: SignedInOwner, appId: string, query: ListQuery): Promise<Page> {
    const { id } = await this.apps.find({ owner, id: appId });
    const requests = requestsOf(id, this.repository);
    filtered(requests, query.filters, { feature: 'd.feature', shop_domain: 's.domain' });
    const read = listing(requests, { id: 'd.id' });
    return readPage((statement) => this.database.query({ owner_id: owner.id }, statement), read, query);
  }

  async find(owner: SignedInOwner, appId: string, id: string): Promise<DocumentRow> {
    const app = await this.apps.find({ owner, id: appId });
    const requests = requestsOf(app.id, this.database.of({ owner_id: owner.id }, this.repository));
    const row = isUuid(id) && (await requests.andWhere('d.id = :id', { id }).getRawOne<DocumentRow>());
    if (!row) throw notFound('deprecated_requests', id);
    return row;
  }
}

function requestsOf(app_id: string, { manager }: Repository<App>) {
  const query = manager.createQueryBuilder().from(deprecatedRequestsOfApp, 'd').select([]);
  for (const column of columns) query.addSelect(`d.${column}`, column);
  return query
    .addSelect('s.domain', 'shop_domain')
    .addSelect('coalesce(d.feature = ANY (c.features), false)', 'in_contract')
    .leftJoin(AppContract, 'c', 'c.app_id = d.app_id')
    .innerJoin(Shop, 's', 's.id = d.shop_id')
    .where('true')
    .setParameters({ app_id });
}
