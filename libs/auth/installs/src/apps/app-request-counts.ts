import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { SignedInOwner } from '@storewright/accounts';
import { AuthDatabase, listing, readPage } from '@storewright/database';
import { App } from '@storewright/entities';
import {
  type CountedSince,
  countedSpan,
  type ListQuery,
  notFound,
  type Page,
  readCountedSince,
  type Row,
  spanForms,
} from '@storewright/json-api';
import type { Repository } from 'typeorm';
import { Apps } from './apps';
import { requestCountsOfApp } from './installed-shops';

const numbers = ['requests', 'client_errors', 'server_errors', 'shops'];

interface Asked extends CountedSince {
  app_id: string;
}

/** What the shop API counted of an app's requests in all shops, for its developer alone: the database shows it to nobody else. */
@Injectable()
export class AppRequestCounts {
  constructor(
    private readonly database: AuthDatabase,
    private readonly apps: Apps,
    @InjectRepository(App, 'auth') private readonly repository: Repository<App>,
  ) {}

  async list(owner: SignedInOwner, appId: string, query: ListQuery): Promise<Page> {
    const range = readCountedSince(query.filters, { now: this.database.clock.now(), zone: 'UTC' });
    const { id: app_id } = await this.apps.find({ owner, id: appId });
    const counts = countsOf(this.repository, { app_id, ...range });
    const read = listing(counts, { id: 'c.id' });
    return readPage((statement) => this.database.query({ owner_id: owner.id }, statement), read, query);
  }

  /** `id`: 2026-11-21 or 2026-11-21T09. */
  async find(owner: SignedInOwner, appId: string, id: string): Promise<Row> {
    const { id: app_id } = await this.apps.find({ owner, id: appId });
    const span = countedSpan(id);
    const repository = this.database.of({ owner_id: owner.id }, this.repository);
    const counts = span && countsOf(repository, { app_id, ...span }).andWhere('c.id = :id', { id });
    const row = await counts?.getRawOne<Row>();
    if (!row) throw notFound('app_request_counts', id);
    return row;
  }
}

function countsOf({ manager }: Repository<App>, asked: Asked) {
  const counts = manager
    .createQueryBuilder()
    .from(requestCountsOfApp, 'r')
    .select(`to_char(r.start AT TIME ZONE 'UTC', :format) COLLATE "C"`, 'id')
    .addSelect(':app_id::uuid', 'app_id')
    .addSelect('r.start', 'start');
  for (const column of numbers) counts.addSelect(`r.${column}::double precision`, column);
  return manager
    .createQueryBuilder()
    .from(`(${counts.getQuery()})`, 'c')
    .select(['id', 'app_id', 'start', ...numbers].map((column) => `c.${column}`).join())
    .where('true')
    .setParameters({ ...asked, format: spanForms[asked.interval] });
}
