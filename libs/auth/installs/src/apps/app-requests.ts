import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import type { SignedInOwner } from '@storewright/accounts';
import { AuthDatabase, listing, readPage, selectColumns } from '@storewright/database';
import { AppRequest, Shop } from '@storewright/entities';
import {
  ApiError,
  isUuid,
  type ListQuery,
  notFound,
  type Page,
  readSince,
  type Row,
} from '@storewright/json-api';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { filtered } from '../list-filters';
import { Apps } from './apps';

/** Of what is older, nothing is shown, whether it is removed yet or not. */
const keptFor = "interval '7 days'";

/** The last requests of an app, for its developer alone: the database shows them to nobody else. */
@Injectable()
export class AppRequests {
  constructor(
    private readonly database: AuthDatabase,
    private readonly apps: Apps,
    @InjectRepository(AppRequest, 'auth') private readonly repository: Repository<AppRequest>,
  ) {}

  async list(owner: SignedInOwner, appId: string, query: ListQuery): Promise<Page> {
    const { status, since: _, ...equal } = query.filters;
    const since = readSince(query.filters);
    const { id } = await this.apps.find({ owner, id: appId });
    const requests = requestsOf(id, this.repository);
    if (status !== undefined) requests.andWhere('r.status BETWEEN :from AND :to', statuses(status));
    if (since !== undefined) requests.andWhere('r.requested_at >= :since', { since });
    filtered(requests, equal, {
      ...{ method: 'r.method', route: 'r.route', request_id: 'r.request_id', shop_domain: 's.domain' },
    });
    const read = listing(requests, { id: 'r.id' });
    return readPage((statement) => this.database.query({ owner_id: owner.id }, statement), read, query);
  }

  async find(owner: SignedInOwner, appId: string, id: string): Promise<Row> {
    const app = await this.apps.find({ owner, id: appId });
    const requests = requestsOf(app.id, this.database.of({ owner_id: owner.id }, this.repository));
    const row = isUuid(id) && (await requests.andWhere('r.id = :id', { id }).getRawOne<Row>());
    if (!row) throw notFound('requests', id);
    return row;
  }
}

function requestsOf(app_id: string, repository: Repository<AppRequest>): SelectQueryBuilder<AppRequest> {
  const columns = [
    ...(['id', 'shop_id', 'app_id', 'installation_id', 'requested_at', 'method'] as const),
    ...(['route', 'status', 'duration_ms', 'request_id', 'left_out'] as const),
  ];
  return selectColumns(repository.createQueryBuilder('r'), columns)
    .addSelect('s.domain', 'shop_domain')
    .innerJoin(Shop, 's', 's.id = r.shop_id')
    .where(`r.app_id = :app_id AND r.requested_at > now() - ${keptFor}`, { app_id });
}

/** The first and the last one of `4xx`, or `404` alone. Where it says 400 or more, an index knows those. */
function statuses(given: string): { from: number; to: number } {
  const [, sign, rest] = /^([1-5])(xx|\d\d)$/.exec(given) ?? [];
  if (sign === undefined || rest === undefined)
    throw new ApiError('invalid_query_parameter', {
      detail: 'It is such as "4xx" or "404".',
      source: { parameter: 'filter[status]' },
    });
  const first = Number(sign) * 100;
  return rest === 'xx' ? { from: first, to: first + 99 } : { from: Number(given), to: Number(given) };
}
