import { Injectable } from '@nestjs/common';
import { AuthDatabase, readPage } from '@storewright/database';
import { ApiError, isUuid, type ListQuery, notFound, type Page, type Row } from '@storewright/json-api';
import { isTimestamp } from '../timestamp';

const columns = `c.id, $1::uuid AS shop_id, coalesce(a.name, t.name) AS name, c.requests, c.client_errors, c.server_errors, c.series,
  i.id AS installation_id, t.id AS access_token_id`;

/** Hours with requests, put together to what was asked for; days are UTC days, as the session's time zone is. */
const source = `FROM (
    SELECT credential_id AS id, sum(requests)::double precision AS requests, sum(client_errors)::double precision AS client_errors,
      sum(server_errors)::double precision AS server_errors,
      json_agg(json_build_object('start', to_char(start, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'requests', requests, 'client_errors', client_errors,
        'server_errors', server_errors) ORDER BY start) AS series
    FROM (
      SELECT credential_id, date_trunc($2, hour) AS start, sum(requests) AS requests, sum(client_errors) AS client_errors,
        sum(server_errors) AS server_errors
      FROM auth.request_counts
      WHERE shop_id = $1 AND hour >= coalesce($3::timestamptz, date_trunc('day', now()) - interval '6 days') GROUP BY 1, 2
    ) stretch GROUP BY credential_id
  ) c
  LEFT JOIN auth.installations i ON i.shop_id = $1 AND i.id = c.id LEFT JOIN auth.apps a ON a.id = i.app_id
  LEFT JOIN auth.access_tokens t ON t.shop_id = $1 AND t.id = c.id
  WHERE true`;

const intervals = ['day', 'hour'];

/** What the shop API counted (`RequestCounts` of libs/platform/access), for one shop. */
@Injectable()
export class ShopRequestCounts {
  constructor(private readonly database: AuthDatabase) {}

  list(shop_id: string, query: ListQuery): Promise<Page> {
    const { since, interval = 'day' } = query.filters;
    if (since !== undefined && !isTimestamp(since))
      throw refused('since', 'It is a time with its offset, such as "2030-01-31T12:00:00Z".');
    if (!intervals.includes(interval)) throw refused('interval', 'It is either "day" or "hour".');
    const listing = {
      columns,
      from: source,
      values: [shop_id, interval, since ?? null],
      keys: { id: 'c.id' },
    };
    return readPage((statement) => this.database.query({ shop_id }, statement), listing, query);
  }

  /** Of one credential, the last seven days. */
  async find(shop_id: string, id: string): Promise<Row> {
    const text = `SELECT ${columns} ${source} AND c.id = $4`;
    const statement = { text, values: [shop_id, 'day', null, id] };
    const [row] = isUuid(id) ? await this.database.query({ shop_id }, statement) : [];
    if (!row) throw notFound('request_counts', id);
    return row;
  }
}

function refused(filter: string, detail: string): ApiError {
  const source = { parameter: `filter[${filter}]` };
  return new ApiError('invalid_query_parameter', { detail, source });
}
