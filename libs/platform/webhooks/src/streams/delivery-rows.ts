import type { ShopDatabase } from '@storewright/database';
import type { Row } from '@storewright/json-api';
import type { Outcome } from '../exchange/exchange';
import type { Health } from '../schedule/health';
import { type Holder, leaseMs } from './stream-rows';

export type Kind = 'event' | 'again' | 'test';

/** One attempt that was made, and what follows from it. */
export interface Attempted {
  delivery_id: string;
  kind: Kind;
  event: { id: string; type: string; sequence: number | null };
  /** From 1. */
  attempt: number;
  at: number;
  url: string;
  headers: Record<string, string>;
  outcome: Outcome;
  status: 'retrying' | 'delivered' | 'failed';
  /** The stream after it. */
  stream: { state: Health['state'] | 'ended'; health: Health; passed: number; delivery_id: string | null };
  /** Gives the stream back at once. */
  release: boolean;
}

/**
 * The attempt, its delivery and the stream: all or nothing, and only while the worker has the stream. Writing it twice changes nothing. An event that was
 * written off meanwhile (losses.ts) begins no delivery anew: it would wait for an attempt that never comes.
 */
const record = `
  WITH hurry AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true)), held AS (
    UPDATE shop.webhook_streams s SET state = $4, failing_since = $5, attempts = $6, next_attempt_at = $7,
      delivery_id = CASE WHEN $12 = 'event' AND s.last_sequence >= $15::bigint THEN NULL ELSE $8::uuid END,
      loss_foretold = s.loss_foretold AND $6 > 0,
      last_sequence = greatest(s.last_sequence, $9), locked_by = CASE WHEN $10 THEN NULL ELSE s.locked_by END,
      locked_until = CASE WHEN NOT $10 THEN clock_timestamp() + interval '${leaseMs} milliseconds' END
    FROM hurry WHERE s.shop_id = $1 AND s.installation_id = $2 AND s.locked_by = $3
    RETURNING $12 = 'event' AND old.last_sequence < $15::bigint AS begins, $12 = 'event' AND old.last_sequence >= $15::bigint AS written_off
  ), delivery AS (
    INSERT INTO shop.webhook_deliveries (shop_id, id, installation_id, kind, event_id, event_type, sequence, status, attempts, created_at, updated_at)
    SELECT $1, $11, $2, $12, $13, $14, $15, $16, $17, $18::timestamptz, $18 FROM held WHERE begins
    ON CONFLICT (shop_id, id) DO UPDATE SET status = EXCLUDED.status, attempts = EXCLUDED.attempts, updated_at = EXCLUDED.updated_at
    RETURNING id
  ), request AS (
    UPDATE shop.webhook_deliveries SET status = CASE WHEN written_off AND $16 = 'retrying' THEN 'failed' ELSE $16 END,
      attempts = $17, updated_at = greatest(created_at, $18)
    FROM held WHERE shop_id = $1 AND id = $11 AND NOT begins RETURNING id
  ), attempt AS (
    INSERT INTO shop.webhook_attempts (shop_id, delivery_id, attempt, url, request_headers, status, duration_ms, answer, error, attempted_at)
    SELECT $1, id, $17, $19, $20::jsonb, $21, $22, $23, $24, $18 FROM (TABLE delivery UNION ALL TABLE request) AS written
    ON CONFLICT (shop_id, delivery_id, attempt) DO NOTHING
  )
  SELECT 1 FROM held`;

/** Whether the worker still had the stream. */
export async function recordAttempt(
  database: ShopDatabase,
  { shop_id, installation_id, worker }: Holder,
  made: Attempted,
): Promise<boolean> {
  const { stream, event, outcome } = made;
  const { failing_since, failures, next_attempt_at } = stream.health;
  const values = [
    ...[shop_id, installation_id, worker],
    ...[stream.state, timeOf(failing_since), failures, timeOf(next_attempt_at), stream.delivery_id],
    ...[stream.passed, made.release],
    ...[made.delivery_id, made.kind, event.id, event.type, event.sequence, made.status, made.attempt],
    ...[timeOf(made.at), made.url, JSON.stringify(made.headers)],
    ...[outcome.status, outcome.durationMs, outcome.answer, outcome.error],
  ];
  const rows = await database.query({ shop_id }, { name: 'webhook-record', text: record, values });
  return rows.length > 0;
}

function timeOf(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(ms);
}

const waiting = `
  SELECT d.id AS delivery_id, d.kind, d.event_id AS id, d.event_type AS type, d.resource AS test_resource, d.created_at,
    e.sequence, e.resource, e.changed, e.occurred_at
  FROM shop.webhook_deliveries d LEFT JOIN shop.events e ON e.shop_id = $1 AND e.id = d.event_id AND e.sequence IS NOT NULL
  WHERE d.shop_id = $1 AND d.status = 'waiting' AND d.installation_id = $2 ORDER BY d.id LIMIT $3`;

/** What somebody asked to send to the installation, the oldest first; `resource` is null where the event is not in the log any more. */
export function waitingRequests(
  database: ShopDatabase,
  { shop_id, installation_id }: Holder,
  most: number,
): Promise<Row[]> {
  const values = [shop_id, installation_id, most];
  return database.query({ shop_id }, { name: 'webhook-waiting', text: waiting, values });
}

const failed = `UPDATE shop.webhook_deliveries SET status = 'failed', error = $3, updated_at = $4 WHERE shop_id = $1 AND id = $2`;

/** The delivery ends without a further attempt. */
export async function failDelivery(
  database: ShopDatabase,
  shop_id: string,
  { id, error, now }: { id: string; error: string; now: number },
): Promise<void> {
  const values = [shop_id, id, error, new Date(now)];
  await database.query({ shop_id }, { name: 'webhook-fail', text: failed, values });
}
