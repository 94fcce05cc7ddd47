import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { AuthDatabase, listing, readPage } from '@storewright/database';
import { AccessToken, App, Installation } from '@storewright/entities';
import {
  daysSince,
  intervalOf,
  isUuid,
  type ListQuery,
  notFound,
  readSince,
  type DocumentRow,
  weekAgo,
} from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import type { Shop } from '@storewright/tenancy';
import type { ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import { RequestCount } from './request-count.entity';

interface Selection {
  shop_id: string;
  interval: 'day' | 'hour';
  since: string;
  starts: readonly string[];
  /** Id of an installation or access token. If present, only requests with this credential count. */
  credential?: string | undefined;
}

@Injectable()
export class ShopRequestCounts {
  constructor(
    private readonly database: AuthDatabase,
    @InjectRepository(RequestCount, 'auth') private readonly counts: Repository<RequestCount>,
  ) {}

  list(shop: Shop, query: ListQuery): Promise<Page> {
    const { filters } = query;
    const shop_id = shop.id;
    const selection = this.selectionOf(shop, intervalOf(filters), readSince(filters));
    const counts = countsOf(this.counts, { ...selection, credential: uuidOrNone(filters['installation']) });
    const read = listing(counts, { id: 'c.id' });
    return readPage((statement) => this.database.query({ shop_id }, statement), read, query);
  }

  async find(shop: Shop, id: string): Promise<DocumentRow> {
    const repository = this.database.of({ shop_id: shop.id }, this.counts);
    const counts = countsOf(repository, this.selectionOf(shop, 'day'));
    const row = isUuid(id) && (await counts.andWhere('c.id = :id', { id }).getRawOne<DocumentRow>());
    if (!row) throw notFound('request_counts', id);
    return row;
  }

  private selectionOf(
    { id: shop_id, time_zone: zone }: Shop,
    interval: Selection['interval'],
    requestedSince?: string,
  ): Selection {
    const here = { now: this.database.clock.now(), zone };
    // Limits the number of days in a query for request counts, because each day adds a value to the SQL
    // statement.
    const oldest = new Date(here.now - MAX_DAYS * 86_400_000).toISOString();
    const since =
      requestedSince === undefined
        ? weekAgo(here.now, zone)
        : requestedSince > oldest
          ? requestedSince
          : oldest;
    return { shop_id, interval, since, starts: daysSince(since, here).starts };
  }
}

/**
 * Maximum number of days in a query for request counts, which are stored for 30 days, or longer in a shop
 * without requests.
 */
const MAX_DAYS = 400;

const kinds = ['requests', 'client_errors', 'server_errors'] as const;

const startOf = {
  day: '(:starts::timestamptz[])[width_bucket(r.hour, :starts::timestamptz[])]',
  hour: `date_trunc('hour', r.hour)`,
};

/** Selects one row per credential with its total number of requests and a time series of request counts. */
function countsOf(
  repository: Repository<RequestCount>,
  selection: Selection,
): SelectQueryBuilder<ObjectLiteral> {
  const { manager } = repository;
  const byInterval = byCredentialAndInterval(repository, selection.interval);
  if (selection.credential !== undefined) byInterval.andWhere('r.credential_id = :credential');
  const series = kinds.map((kind) => `'${kind}', h.${kind}`).join();
  const byCredential = manager
    .createQueryBuilder()
    .from(`(${byInterval.getQuery()})`, 'h')
    .select('h.id', 'id')
    .addSelect('h.shop_id', 'shop_id')
    .addSelect(
      `json_agg(json_build_object('start', to_char(h.start, :format), ${series}) ORDER BY h.start)`,
      'series',
    )
    .groupBy('h.shop_id, h.id');
  for (const kind of kinds) byCredential.addSelect(`sum(h.${kind})::double precision`, kind);
  const counts = manager
    .createQueryBuilder()
    .from(`(${byCredential.getQuery()})`, 'c')
    .select(['id', 'shop_id', 'series', ...kinds].map((column) => `c.${column}`).join())
    .addSelect('coalesce(a.name, t.name)', 'name')
    .addSelect('i.id', 'installation_id')
    .addSelect('t.id', 'access_token_id')
    .leftJoin(Installation, 'i', 'i.shop_id = c.shop_id AND i.id = c.id')
    .leftJoin(App, 'a', 'a.id = i.app_id')
    .leftJoin(AccessToken, 't', 't.shop_id = c.shop_id AND t.id = c.id');
  return counts.where('true').setParameters({ ...selection, format: 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"' });
}

/**
 * Sums hourly request counts into longer intervals. An hour belongs to the day in the shop's time zone on
 * which it starts.
 */
function byCredentialAndInterval(
  repository: Repository<RequestCount>,
  interval: Selection['interval'],
): SelectQueryBuilder<RequestCount> {
  const hours = repository
    .createQueryBuilder('r')
    .select('r.credential_id', 'id')
    .addSelect('r.shop_id', 'shop_id')
    .addSelect(startOf[interval], 'start')
    .where('r.shop_id = :shop_id AND r.hour >= :since')
    .groupBy('1, 2, 3');
  for (const kind of kinds) hours.addSelect(`sum(r.${kind})`, kind);
  return hours;
}

/** Replaces an invalid id with an id that no credential has, so that the list is empty. */
function uuidOrNone(id: string | undefined): string | undefined {
  if (id === undefined || isUuid(id)) return id;
  return '00000000-0000-0000-0000-000000000000';
}
