import { Inject, Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, firstIdAt, readPage, selectColumns, walkedListing } from '@storewright/database';
import { Shop } from '@storewright/entities';
import {
  ApiError,
  isUuid,
  type ListQuery,
  notFound,
  readSince,
  type DocumentRow,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { SignedInOwner } from '@storewright/sessions';
import type { Repository, SelectQueryBuilder } from 'typeorm';
import { filtered } from '../list-filters';
import { AppRequest } from './app-request.entity';
import { Apps } from './apps';

/**
 * Number of days for which developers can read logged requests. The database may contain older requests until
 * their deletion.
 */
export const REQUEST_LOG_DAYS = Symbol('request log days');

const dayMs = 86_400_000;
/** Maximum number of logged requests that one page scans, because no index covers methods and routes. */
const MAX_SCANNED_REQUESTS = 50_000;

/** Reads the latest logged requests of an app, for the app's developer. */
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
    filtered(requests, definedFilters({ request_id, shop_domain }), columns);
    // The SQL condition contains 400 as a literal, so that the query planner can use the partial index.
    if (range && range.from >= 400) requests.andWhere('r.status >= 400');
    const narrow = (query: SelectQueryBuilder<AppRequest>): void => {
      if (range) query.andWhere('r.status BETWEEN :from AND :to', range);
      filtered(query, definedFilters({ method, route }), columns);
    };
    const read = walkedListing(requests, { id: 'r.id' }, { narrow, walk: MAX_SCANNED_REQUESTS });
    return readPage((statement) => this.database.query({ owner_id: owner.id }, statement), read, query);
  }

  async find(owner: SignedInOwner, appId: string, id: string): Promise<DocumentRow> {
    const app = await this.apps.find({ owner, id: appId });
    const requests = this.requestsOf(app.id, this.database.of({ owner_id: owner.id }, this.repository));
    const row = isUuid(id) && (await requests.andWhere('r.id = :id', { id }).getRawOne<DocumentRow>());
    if (!row) throw notFound('requests', id);
    return row;
  }

  /**
   * Selects logged requests since a time. Compares ids instead of times, because the ids start with a
   * timestamp.
   */
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

function definedFilters(filters: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(filters).filter((each): each is [string, string] => each[1] !== undefined),
  );
}

/** Parses a status such as `404` or a class such as `4xx` into a range of HTTP statuses. */
function statuses(given: string): { from: number; to: number } {
  const [, sign, rest] = /^([1-5])(xx|\d\d)$/.exec(given) ?? [];
  if (sign === undefined || rest === undefined)
    throw new ApiError('invalid_query_parameter', {
      detail: 'Use a status such as "404" or a class such as "4xx".',
      source: { parameter: 'filter[status]' },
    });
  const first = Number(sign) * 100;
  return rest === 'xx' ? { from: first, to: first + 99 } : { from: Number(given), to: Number(given) };
}
