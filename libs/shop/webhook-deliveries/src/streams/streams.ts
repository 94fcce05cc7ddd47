// Uses raw SQL for LATERAL joins, which read the event log only for the rows of the page. With an ordinary
// join, a query plan from a time when the event log was empty could scan the whole event log.
import { Injectable } from '@nestjs/common';
import type { EntityListing } from '@storewright/database';
import { columnsOf, tableOf } from '@storewright/entities';
import { Event, EventStream, type Visibility } from '@storewright/events';
import { ApiError, isUuid, type ListQuery, notFound, type DocumentRow } from '@storewright/json-api';
import type { Page } from '@storewright/pages';
import { type Shop, ShopRows } from '@storewright/tenancy';
import { streamStates, WebhookDelivery, WebhookStream } from '@storewright/webhooks';
import { streams } from './stream.resource';

/**
 * Returns SQL that joins the event log and the next event to a webhook stream `p`. The next event is the
 * event in retry, or the oldest pending event.
 */
const details = (shop: string) => `
  CROSS JOIN LATERAL (
    SELECT coalesce(max(e.last_sequence), 0) AS last_sequence, coalesce(max(e.first_sequence), 1) AS first_sequence
    FROM ${tableOf(EventStream)} e WHERE e.shop_id = ${shop}
  ) h
  LEFT JOIN LATERAL (SELECT coalesce(
    (SELECT e.occurred_at FROM ${tableOf(Event)} e WHERE e.shop_id = ${shop} AND e.id =
      (SELECT w.event_id FROM ${tableOf(WebhookDelivery)} w WHERE w.shop_id = ${shop} AND w.id = p.delivery_id)),
    (SELECT e.occurred_at FROM ${tableOf(Event)} e WHERE e.shop_id = ${shop} AND e.sequence > p.last_sequence
      ORDER BY e.sequence LIMIT 1)
  ) AS occurred_at) o ON p.state <> 'ended'`;

const find = `SELECT ${streams.select('p')} FROM (
    SELECT d.installation_id AS id, d.* FROM ${tableOf(WebhookStream)} d
    WHERE d.shop_id = $1 AND d.installation_id = $2 AND ($3::uuid IS NULL OR d.installation_id = $3)
  ) p ${details('$1')}`;

const listing: Omit<EntityListing<WebhookStream>, 'shape' | 'build' | 'values'> = {
  columns: [
    // Without the parentheses, TypeORM's QueryBuilder would not select the same column twice.
    ['(t.installation_id)', 'id'],
    ...columnsOf(WebhookStream).map(({ name }) => [`t.${name}`, name] as const),
  ],
  keys: { id: 't.installation_id' },
  details: { columns: streams.select('p'), joins: details(':shop_id') },
};

/** Reads the webhook streams of a shop. An app can read only the app's own webhook stream. */
@Injectable()
export class Streams {
  constructor(private readonly rows: ShopRows) {}

  list(shop: Shop, { installation_id }: Visibility, query: ListQuery): Promise<Page> {
    const { state } = query.filters;
    checkState(state);
    const conditions = [
      ...(installation_id === undefined ? [] : ['t.installation_id = :installation_id']),
      ...(state === undefined ? [] : ['t.state = :state']),
    ];
    const asked: EntityListing<WebhookStream> = {
      ...listing,
      shape: conditions.join(' AND '),
      build: (select) => conditions.reduce((built, condition) => built.andWhere(condition), select),
      values: { installation_id, state },
    };
    return this.rows.of(shop).repository(WebhookStream).page(asked, query);
  }

  async find(shop: Shop, { installation_id }: Visibility, id: string): Promise<DocumentRow> {
    const statement = { name: 'stream-find', text: find, values: [shop.id, id, installation_id ?? null] };
    const [row] = isUuid(id) ? await this.rows.of(shop).query(statement) : [];
    if (!row) throw notFound('webhook_streams', id);
    return row;
  }
}

function checkState(state: string | undefined): void {
  if (state === undefined || streamStates.some((known) => known === state)) return;
  throw new ApiError('invalid_query_parameter', {
    detail: `filter[state] must be one of ${streamStates.join(', ')}.`,
    source: { parameter: 'filter[state]' },
  });
}
