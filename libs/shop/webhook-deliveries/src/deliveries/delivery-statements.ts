// Uses raw SQL for LATERAL joins, which read details only for the rows of the page, and for inserts with
// unnest.
import { type EntityListing, insertRows, type Statement } from '@storewright/database';
import { columnsOf, type Row, tableOf } from '@storewright/entities';
import { Event } from '@storewright/events';
import {
  type DeliveryKind,
  type DeliveryStatus,
  WebhookAttempt,
  WebhookDelivery,
  WebhookStream,
} from '@storewright/webhooks';
import type { DeliveryQuery } from './delivery-query';
import { deliveries } from './delivery.resource';

const table = tableOf(WebhookDelivery);

/**
 * Returns SQL for the event, the latest attempt and the stream of a webhook delivery `p`. `LIMIT 1` makes the
 * query planner use the primary key for any table statistics.
 */
const details = (shop: string) => `
  LEFT JOIN LATERAL (SELECT * FROM ${tableOf(Event)} e WHERE e.shop_id = ${shop}
    AND e.id = p.event_id LIMIT 1) e ON true
  LEFT JOIN LATERAL (
    SELECT * FROM ${tableOf(WebhookAttempt)} a
    WHERE a.shop_id = ${shop} AND a.delivery_id = p.id AND a.attempt = p.attempts LIMIT 1
  ) a ON true
  LEFT JOIN LATERAL (
    SELECT s.next_attempt_at FROM ${tableOf(WebhookStream)} s
    WHERE s.shop_id = ${shop} AND s.installation_id = p.installation_id AND s.delivery_id = p.id
      AND p.status = 'retrying' LIMIT 1
  ) s ON true`;

export function deliveryListing({ conditions, values }: DeliveryQuery): EntityListing<WebhookDelivery> {
  return {
    shape: conditions.join(' AND '),
    columns: columnsOf(WebhookDelivery).map(({ name }) => [`t.${name}`, name]),
    build: (query) => conditions.reduce((built, condition) => built.andWhere(condition), query),
    values,
    keys: { id: 't.id' },
    details: { columns: deliveries.select('p'), joins: details(':shop_id') },
  };
}

/**
 * Event, URL and headers of the latest attempt of a webhook delivery, from which the API rebuilds the
 * request. All are null before the first attempt.
 */
export type RequestParts = Pick<
  Row<WebhookDelivery>,
  'kind' | 'event_id' | 'event_type' | 'created_at' | 'sequence' | 'resource'
> &
  OrNull<Pick<Row<Event>, 'changed' | 'occurred_at' | 'epoch'>> &
  OrNull<Pick<Row<WebhookAttempt>, 'url' | 'request_headers'>>;
type OrNull<T> = { [K in keyof T]: T[K] | null };

const find = `
  SELECT ${deliveries.select('p')}, coalesce(e.resource, p.resource) AS resource, e.changed, e.occurred_at,
    e.epoch, a.url, a.request_headers
  FROM ${table} p ${details('$1')} WHERE p.shop_id = $1 AND p.id = $2 AND ($3::uuid IS NULL OR p.installation_id = $3)`;

/**
 * Returns a statement that reads one webhook delivery with its request. `installation_id` limits the result
 * to deliveries to one app.
 */
export function findStatement(shop_id: string, id: string, installation_id?: string): Statement {
  return { name: 'delivery-find', text: find, values: [shop_id, id, installation_id ?? null] };
}

export interface SkippableDelivery {
  kind: DeliveryKind;
  status: DeliveryStatus;
  attempts: number;
  event_id: string;
  event_type: string;
  sequence: string | null;
  app_id: string;
  /** True if the worker sends this webhook delivery next. */
  is_next: boolean;
}

/**
 * Returns statements that lock the webhook stream and then the webhook delivery, so that no worker records an
 * attempt before the transaction ends. In a single statement with a join, the query planner would choose the
 * lock order.
 */
export function lockStatements(shop_id: string, id: string, installation_id: string): [Statement, Statement] {
  return [
    { name: 'delivery-skip-stream', text: lockStream, values: [shop_id, installation_id] },
    { name: 'delivery-skip-lock', text: lockDelivery, values: [shop_id, id, installation_id] },
  ];
}
const lockStream = `SELECT s.installation_id FROM ${tableOf(WebhookStream)} s
                     WHERE s.shop_id = $1 AND s.installation_id = $2 FOR UPDATE`;
const lockDelivery = `
  SELECT d.kind, d.status, d.attempts, d.event_id, d.event_type, d.sequence, s.app_id,
    s.delivery_id IS NOT DISTINCT FROM d.id AS is_next
  FROM ${table} d JOIN ${tableOf(WebhookStream)} s ON s.shop_id = $1 AND s.installation_id = $3
  WHERE d.shop_id = $1 AND d.id = $2 AND d.installation_id = $3 FOR UPDATE OF d`;

export type NewDelivery = Pick<Row<WebhookDelivery>, keyof typeof given> & {
  kind: Exclude<DeliveryKind, 'event'>;
};
const given = {
  ...{ id: 'uuid', kind: 'text', event_id: 'uuid', event_type: 'text' },
  ...{ sequence: 'bigint', resource: 'text' },
} as const;

export function requestStatement(
  shop_id: string,
  installation_id: string,
  asked: readonly NewDelivery[],
): Statement {
  const names = Object.keys(given) as (keyof typeof given)[];
  const column = (name: keyof typeof given) => ({
    type: given[name],
    values: asked.map((each) => each[name]),
  });
  return insertRows({
    ...{ name: 'delivery-request', table, same: { shop_id, installation_id } },
    each: Object.fromEntries(names.map((name) => [name, column(name)])),
    made: {
      ...{ status: `'waiting'`, attempts: '0' },
      ...{ created_at: 'statement_timestamp()', updated_at: 'statement_timestamp()' },
    },
  });
}
