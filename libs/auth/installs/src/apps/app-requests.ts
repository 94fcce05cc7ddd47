import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, firstIdAt, readPage, selectColumns, walkedListing } from '@storewright/database';
import { Shop } from '@storewright/entities';
import {
  ApiError,
  isUuid,
  type ListQuery,
  notFound,
  type Page,
  readSince,
  type Row,
} from '@storewright/json-api';
import type { SignedInOwner } from '@storewright/sessions';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { filtered } from '../list-filters';
import { AppRequest } from './app-request.entity';
import { Apps } from './apps';

/** Of what is older than so many days, nothing is shown, whether it is removed yet or not. */
export const REQUEST_LOG_DAYS = Symbol('days that requests of apps are kept');

const dayMs = 86_400_000;
/** No index knows what is rare in a method or a route: so many requests are looked at for a page. */
const walk = 50_000;

/** The last requests of an app, for its developer alone: the database shows them to nobody else. */
@Injectable()
export class AppRequests {
  constructor(
    private readonly database: AuthDatabase,
    private readonly apps: Apps,
    @InjectRepository(AppRequest, 'auth') private readonly repository: Repository<AppRequest>,
    @Inject(REQUEST_LOG_DAYS) private readonly days: number,
  ) {}

  async list(owner: SignedInOwner, appId: string, query: ListQuery): Promise<Page> {
    const { status, method, route, request_id, shop_domain } = query.filters;
    const since = readSince(query.filters);
    const range = status === undefined ? undefined : statuses(status);
    const { id } = await this.apps.find({ owner, id: appId });
    const requests = this.requestsOf(id, this.repository, since);
    filtered(requests, given({ request_id, shop_domain }), columns);
    // In the text, so that the planner sees which index has those.
    if (range && range.from >= 400) requests.andWhere('r.status >= 400');
    const narrow = (query: SelectQueryBuilder<AppRequest>): void => {
      if (range) query.andWhere('r.status BETWEEN :from AND :to', range);
      filtered(query, given({ method, route }), columns);
    };
    const read = walkedListing(requests, { id: 'r.id' }, { narrow, walk });
    return readPage((statement) => this.database.query({ owner_id: owner.id }, statement), read, query);
  }

  async find(owner: SignedInOwner, appId: string, id: string): Promise<Row> {
    const app = await this.apps.find({ owner, id: appId });
    const requests = this.requestsOf(app.id, this.database.of({ owner_id: owner.id }, this.repository));
    const row = isUuid(id) && (await requests.andWhere('r.id = :id', { id }).getRawOne<Row>());
    if (!row) throw notFound('requests', id);
    return row;
  }

  /** Their ids begin with their times, and the list is in the order of the ids. */
  private requestsOf(
    app_id: string,
    repository: Repository<AppRequest>,
    since?: string,
  ): SelectQueryBuilder<AppRequest> {
    const oldest = this.database.clock.now() - this.days * dayMs;
    const from = Math.max(oldest, since === undefined ? 0 : Date.parse(since));
    const first = firstIdAt(from);
    return selectColumns(repository.createQueryBuilder('r'), shown)
      .addSelect('s.domain', 'shop_domain')
      .innerJoin(Shop, 's', 's.id = r.shop_id')
      .where('r.app_id = :app_id AND r.id >= :first', { app_id, first });
  }
}

const shown = [
  ...(['id', 'shop_id', 'app_id', 'installation_id', 'requested_at', 'method'] as const),
  ...(['route', 'status', 'duration_ms', 'request_id', 'left_out'] as const),
];

const columns = {
  ...{ method: 'r.method', route: 'r.route', request_id: 'r.request_id', shop_domain: 's.domain' },
};

/** Those that were sent. */
function given(filters: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).filter((each): each is [string, string] => each[1] !== undefined),
  );
}

/** The first and the last one of `4xx`, or `404` alone. */
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
