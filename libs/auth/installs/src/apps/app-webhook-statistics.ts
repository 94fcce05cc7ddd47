import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { SignedInOwner } from '@storewright/accounts';
import { AuthDatabase, listing, readPage } from '@storewright/database';
import { App, delayStepsMs } from '@storewright/entities';
import {
  ApiError,
  type CountedSince,
  countedSpan,
  isUuid,
  type ListQuery,
  notFound,
  type Page,
  readCountedSince,
  type Row,
  spanForms,
} from '@storewright/json-api';
import type { Repository } from 'typeorm';
import { Apps } from './apps';
import { webhookCountsOfApp } from './installed-shops';

const numbers = ['delivered', 'waiting', 'failed'];

/** The step below which 95 % are: the first one with so many up to it. */
const p95 = `(SELECT (ARRAY[${delayStepsMs.join()}]::double precision[])[u.step]
  FROM (SELECT d.step, sum(d.many) OVER (ORDER BY d.step) AS up_to FROM unnest(r.delays) WITH ORDINALITY AS d (many, step)) u
  WHERE r.delivered > 0 AND u.up_to >= 0.95 * r.delivered ORDER BY u.step LIMIT 1)`;

interface Asked extends CountedSince {
  app_id: string;
  /** Null: of all. */
  installation: string | null;
}

/** What the worker counted of an app's deliveries in all shops, for its developer alone: the database shows it to nobody else. */
@Injectable()
export class AppWebhookStatistics {
  constructor(
    private readonly database: AuthDatabase,
    private readonly apps: Apps,
    @InjectRepository(App, 'auth') private readonly repository: Repository<App>,
  ) {}

  async list(owner: SignedInOwner, appId: string, query: ListQuery): Promise<Page> {
    const range = readCountedSince(query.filters, { now: this.database.clock.now(), zone: 'UTC' });
    const { installation = null } = query.filters;
    if (installation !== null && !isUuid(installation)) throw noUuid();
    const { id: app_id } = await this.apps.find({ owner, id: appId });
    const counts = countsOf(this.repository, { app_id, installation, ...range });
    const read = listing(counts, { id: 'c.id' });
    return readPage((statement) => this.database.query({ owner_id: owner.id }, statement), read, query);
  }

  /** `id`: 2026-11-21 or 2026-11-21T09. */
  async find(owner: SignedInOwner, appId: string, id: string): Promise<Row> {
    const { id: app_id } = await this.apps.find({ owner, id: appId });
    const span = countedSpan(id);
    const repository = this.database.of({ owner_id: owner.id }, this.repository);
    const counts =
      span && countsOf(repository, { app_id, installation: null, ...span }).andWhere('c.id = :id', { id });
    const row = await counts?.getRawOne<Row>();
    if (!row) throw notFound('app_webhook_statistics', id);
    return row;
  }
}

function countsOf({ manager }: Repository<App>, asked: Asked) {
  const counts = manager
    .createQueryBuilder()
    .from(webhookCountsOfApp, 'r')
    .select(`to_char(r.start AT TIME ZONE 'UTC', :format) COLLATE "C"`, 'id')
    .addSelect(':app_id::uuid', 'app_id')
    .addSelect('r.start', 'start')
    .addSelect(p95, 'delay_p95_ms');
  for (const column of numbers) counts.addSelect(`r.${column}::double precision`, column);
  return manager
    .createQueryBuilder()
    .from(`(${counts.getQuery()})`, 'c')
    .select(['id', 'app_id', 'start', 'delay_p95_ms', ...numbers].map((column) => `c.${column}`).join())
    .where('true')
    .setParameters({ ...asked, format: spanForms[asked.interval] });
}

function noUuid(): ApiError {
  const source = { parameter: 'filter[installation]' };
  return new ApiError('invalid_query_parameter', { detail: 'It is a UUID.', source });
}
