import type { Statement } from '@storewright/database';

/** What a page is made of before its details are looked up. */
export const columns =
  'd.id, d.installation_id, d.kind, d.event_id, d.event_type, d.sequence, d.status, d.attempts, d.resource, d.error, d.created_at, d.updated_at';

/** Over a delivery `p` and its details: the columns of the resource. */
export const shown = `p.id, $1::uuid AS shop_id, p.installation_id, p.kind, p.event_id, p.event_type, p.sequence, p.status, p.created_at, p.updated_at,
  coalesce(e.resource_type, CASE WHEN p.kind = 'test' THEN split_part(p.event_type, '.', 1) END) AS resource_type,
  coalesce(e.resource_id, p.resource::json ->> 'id') AS resource_id,
  p.attempts AS attempt_count, s.next_attempt_at, a.status AS response_status, a.duration_ms, coalesce(p.error, a.error) AS error`;

/** `LIMIT 1`: whatever the statistics say, each is found by its key. */
export const details = `
  LEFT JOIN LATERAL (SELECT * FROM shop.events e WHERE e.shop_id = $1 AND e.id = p.event_id LIMIT 1) e ON true
  LEFT JOIN LATERAL (
    SELECT * FROM shop.webhook_attempts a WHERE a.shop_id = $1 AND a.delivery_id = p.id AND a.attempt = p.attempts LIMIT 1
  ) a ON true
  LEFT JOIN LATERAL (
    SELECT s.next_attempt_at FROM shop.webhook_streams s
    WHERE s.shop_id = $1 AND s.installation_id = p.installation_id AND s.delivery_id = p.id AND p.status = 'retrying' LIMIT 1
  ) s ON true`;

const find = `
  SELECT ${shown}, coalesce(e.resource, p.resource) AS resource, e.changed, e.occurred_at, a.url, a.request_headers
  FROM shop.webhook_deliveries p ${details} WHERE p.shop_id = $1 AND p.id = $2 AND ($3::uuid IS NULL OR p.installation_id = $3)`;

const attempts = `
  SELECT attempt, url, status, duration_ms, answer, error, attempted_at
  FROM shop.webhook_attempts WHERE shop_id = $1 AND delivery_id = $2 ORDER BY attempt`;

/** One delivery, of this installation where one is given; with what its request is made of. */
export function findStatement(shop_id: string, id: string, installation_id?: string): Statement {
  return { name: 'delivery-find', text: find, values: [shop_id, id, installation_id ?? null] };
}

/** Its attempts, the first one first. */
export function attemptsStatement(shop_id: string, id: string): Statement {
  return { name: 'delivery-attempts', text: attempts, values: [shop_id, id] };
}

/** Something that is to be sent because somebody asked for it. */
export interface NewDelivery {
  /** A UUIDv7: the worker sends what waits in the order of the ids. */
  id: string;
  kind: 'again' | 'test';
  event_id: string;
  event_type: string;
  /** null: a test. */
  sequence: string | null;
  /** Of a test: the resource object that it is made of, JSON. */
  resource: string | null;
}

const request = `
  INSERT INTO shop.webhook_deliveries
    (shop_id, id, installation_id, kind, event_id, event_type, sequence, resource, status, attempts, created_at, updated_at)
  SELECT $1, n.id, $2, n.kind, n.event_id, n.event_type, n.sequence, n.resource, 'waiting', 0, statement_timestamp(), statement_timestamp()
  FROM unnest($3::uuid[], $4::text[], $5::uuid[], $6::text[], $7::bigint[], $8::text[])
    AS n (id, kind, event_id, event_type, sequence, resource)`;

/** Puts them where the worker finds them. */
export function requestStatement(
  shop_id: string,
  installation_id: string,
  asked: readonly NewDelivery[],
): Statement {
  const columns = (['id', 'kind', 'event_id', 'event_type', 'sequence', 'resource'] as const).map((name) =>
    asked.map((each) => each[name]),
  );
  return { name: 'delivery-request', text: request, values: [shop_id, installation_id, ...columns] };
}
