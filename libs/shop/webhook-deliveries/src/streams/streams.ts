import { Injectable } from '@nestjs/common';
import { type Audience, keptForMs } from '@storewright/events';
import { ApiError, isUuid, type ListQuery, notFound, type Page, type Row } from '@storewright/json-api';
import { type Shop, ShopRows } from '@storewright/tenancy';
import { readDetailedPage } from '../detailed-page';
import { states } from './stream.resource';

const columns =
  'd.installation_id AS id, d.state, d.failing_since, d.attempts, d.next_attempt_at, d.last_sequence, d.delivery_id';
const source = 'FROM shop.webhook_streams d WHERE d.shop_id = $1';

const shown = `p.id, p.id AS installation_id, $1::uuid AS shop_id, p.state, p.failing_since, p.attempts, p.next_attempt_at, p.last_sequence,
  CASE WHEN p.state = 'ended' THEN 0 ELSE greatest(0, h.last_sequence - greatest(p.last_sequence, h.first_sequence - 1)) END AS backlog,
  o.occurred_at AS oldest_waiting_at, o.occurred_at + interval '${keptForMs / 1000} seconds' AS kept_until`;

/** The first event behind the stream that was tried already, or else the first one whatever it is. */
const details = `
  CROSS JOIN LATERAL (
    SELECT coalesce(max(e.last_sequence), 0) AS last_sequence, coalesce(max(e.first_sequence), 1) AS first_sequence
    FROM shop.event_streams e WHERE e.shop_id = $1
  ) h
  LEFT JOIN LATERAL (SELECT coalesce(
    (SELECT e.occurred_at FROM shop.webhook_deliveries w JOIN shop.events e ON e.shop_id = $1 AND e.id = w.event_id
      WHERE w.shop_id = $1 AND w.id = p.delivery_id),
    (SELECT e.occurred_at FROM shop.events e WHERE e.shop_id = $1 AND e.sequence > p.last_sequence ORDER BY e.sequence LIMIT 1)
  ) AS occurred_at) o ON p.state <> 'ended'`;

const find = `SELECT ${shown} FROM (
    SELECT ${columns} ${source} AND d.installation_id = $2 AND ($3::uuid IS NULL OR d.installation_id = $3)
  ) p ${details}`;

/** How the installations of a shop are reached, as it is told to whoever holds a token of it: an app is told of itself. */
@Injectable()
export class Streams {
  constructor(private readonly rows: ShopRows) {}

  list(shop: Shop, { installation_id }: Audience, query: ListQuery): Promise<Page> {
    const { state } = query.filters;
    checkState(state);
    const values: unknown[] = [shop.id];
    const equals = (column: string, value?: string) =>
      value === undefined ? '' : ` AND ${column} = $${values.push(value)}`;
    const from = source + equals('d.installation_id', installation_id) + equals('d.state', state);
    const listing = { columns, from, values, shown, details, keys: { id: 'd.installation_id' } };
    return readDetailedPage(this.rows.of(shop), listing, query);
  }

  async find(shop: Shop, { installation_id }: Audience, id: string): Promise<Row> {
    const statement = { name: 'stream-find', text: find, values: [shop.id, id, installation_id ?? null] };
    const [row] = isUuid(id) ? await this.rows.of(shop).query(statement) : [];
    if (!row) throw notFound('webhook_streams', id);
    return row;
  }
}

function checkState(state: string | undefined): void {
  if (state === undefined || states.some((known) => known === state)) return;
  throw new ApiError('invalid_query_parameter', {
    detail: `It is one of ${states.join(', ')}.`,
    source: { parameter: 'filter[state]' },
  });
}
