import { bindFind, insertSelect, type ShopDatabase, type Statement } from '@storewright/database';
import { Any } from 'typeorm';
import type { Outcome } from '../exchange/webhook-client';
import type { Health } from '../schedule/health';
import { WebhookAttempt } from '../webhook-attempt.entity';
import { type DeliveryKind, type DeliveryStatus, WebhookDelivery } from '../webhook-delivery.entity';
import { type StreamState, WebhookStream } from '../webhook-stream.entity';
import { recordInSteps } from './record-in-steps';
import { LEASE_MS } from './leases';
import { markServedStatements } from './mark-served';
import type { Holder } from './stream-leases';

/** A delivery attempt to store, with the resulting state of the delivery and of the webhook stream. */
export interface AttemptRecord {
  delivery_id: string;
  kind: DeliveryKind;
  event: { id: string; type: string; sequence: number | null };
  attempt: number;
  at: number;
  url: string;
  headers: Record<string, string>;
  outcome: Outcome;
  status: Exclude<DeliveryStatus, 'waiting' | 'skipped'>;
  /**
   * Expected position of the webhook stream in the event log. A lower stored position means that the database
   * has lost a commit, and nothing is written.
   */
  from: number;
  stream: { state: StreamState; health: Health; passed: number; delivery_id: string | null };
  /** True if the write also releases the lease of the webhook stream. */
  release: boolean;
}

const delivery = insertSelect(WebhookDelivery, {
  ...{ shop_id: '$1', id: '$11', installation_id: '$2', kind: '$12', event_id: '$13', event_type: '$14' },
  ...{ sequence: '$15', status: '$16', attempts: '$17', created_at: '$18::timestamptz', updated_at: '$18' },
});
const attempt = insertSelect(WebhookAttempt, {
  ...{ shop_id: '$1', delivery_id: 'id', attempt: '$17', url: '$19', request_headers: '$20::jsonb' },
  ...{ status: '$21', duration_ms: '$22', answer: '$23', error: '$24', attempted_at: '$18' },
});

/**
 * SQL condition that is true if the event was skipped during the attempt, because the event left the event
 * log (expired-events.ts) or a person skipped it. Such an attempt creates no delivery, because no retry would
 * follow. A failed attempt then does not change the health of the webhook stream.
 */
const writtenOff = `$12 = 'event' AND s.last_sequence >= $15::bigint`;
const unlessWrittenOff = (column: string, value: string) =>
  `${column} = CASE WHEN ${writtenOff} AND $16 = 'retrying' THEN s.${column} ELSE ${value} END`;
const record = `
  WITH held AS (
    UPDATE shop.webhook_streams s SET ${unlessWrittenOff('state', '$4')}, ${unlessWrittenOff('failing_since', '$5::timestamptz')},
      ${unlessWrittenOff('attempts', '$6::integer')}, ${unlessWrittenOff('next_attempt_at', '$7::timestamptz')},
      delivery_id = CASE WHEN ${writtenOff} THEN NULL ELSE $8::uuid END,
      loss_foretold = s.loss_foretold AND $6 > 0,
      last_sequence = greatest(s.last_sequence, $9), locked_by = CASE WHEN $10 THEN NULL ELSE s.locked_by END,
      locked_until = CASE WHEN NOT $10 THEN clock_timestamp() + interval '${LEASE_MS} milliseconds' END
    WHERE s.shop_id = $1 AND s.installation_id = $2 AND s.locked_by = $3 AND s.last_sequence >= $25::bigint
    RETURNING $12 = 'event' AND old.last_sequence < $15::bigint AS begins, $12 = 'event' AND old.last_sequence >= $15::bigint AS written_off
  ), delivery AS (
    ${delivery} FROM held WHERE begins
    ON CONFLICT (shop_id, id) DO UPDATE SET status = EXCLUDED.status, attempts = EXCLUDED.attempts, updated_at = EXCLUDED.updated_at
    RETURNING id
  ), request AS (
    UPDATE shop.webhook_deliveries SET status = CASE WHEN status = 'skipped' AND $16 <> 'delivered' THEN status
        WHEN written_off AND $16 = 'retrying' THEN 'failed' ELSE $16 END,
      attempts = $17, updated_at = greatest(created_at, $18)
    FROM held WHERE shop_id = $1 AND id = $11 AND NOT begins RETURNING id
  ), attempt AS (
    ${attempt} FROM (TABLE delivery UNION ALL TABLE request) AS written
    ON CONFLICT (shop_id, delivery_id, attempt) DO NOTHING
  )
  SELECT 1 FROM held`;

/**
 * Stores a delivery attempt, its delivery and the new state of the webhook stream in one statement. Can be
 * repeated. Returns false and writes nothing if the worker has lost the lease, or if the database has lost a
 * commit of the webhook stream.
 */
export async function recordAttempt(
  database: ShopDatabase,
  { shop_id, installation_id, worker }: Holder,
  made: AttemptRecord,
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
    made.from,
  ];
  if (database.topology.writesInSteps) return recordInSteps(database, values);
  const statement = { name: 'webhook-record', text: record, values };
  const [held] = await database.batch({ shop_id }, [statement], { asyncCommit: true });
  return held!.rows.length > 0;
}

/**
 * An event that the webhook receiver accepted at the first attempt, which is the case for almost all
 * deliveries. These deliveries have a faster write path.
 */
export interface SuccessfulDelivery extends Pick<
  AttemptRecord,
  'delivery_id' | 'at' | 'url' | 'headers' | 'outcome' | 'from' | 'release'
> {
  installation_id: string;
  event: { id: string; type: string; sequence: number };
  /** New position of the webhook stream: all events up to this sequence number are delivered or skipped. */
  passed: number;
  /** True if `passed` is the end of the event log and the shop has only one webhook receiver. */
  served: boolean;
}

interface StreamUpdate {
  installation_id: string;
  passed: number;
  release: boolean;
  /** Position of the webhook stream before its first event in the batch. */
  from: number;
}

/**
 * Returns an SQL expression that unnests arrays to columns. `columns` maps column names to their types.
 * `$first` is the parameter of the first array.
 */
function unnest(first: number, columns: Readonly<Record<string, string>>, name: string): string {
  const values = Object.values(columns).map((type, at) => `$${at + first}::${type}[]`);
  return `unnest(${values.join()}) AS ${name} (${Object.keys(columns).join()})`;
}

const streamColumns = { installation_id: 'uuid', passed: 'bigint', release: 'boolean', from_place: 'bigint' };
const deliveryColumns = {
  ...{ installation_id: 'uuid', from_place: 'bigint', sequence: 'bigint', id: 'uuid', at: 'timestamptz' },
  ...{ event_id: 'uuid', event_type: 'text', url: 'text', headers: 'jsonb' },
  ...{ status: 'integer', ms: 'integer', answer: 'text' },
} as const;
const columnDefinitions = Object.entries(deliveryColumns).map((column) => column.join(' '));

/**
 * Returns the UPDATE of webhook streams. Parameters: $1 shop, $2 worker, $3 to $6 webhook streams. `until` is
 * the new end of the lease. A position below `from_place` means that the database has lost a commit, and the
 * webhook stream stays unchanged.
 */
const updateStreams = (until: string) => `
  UPDATE shop.webhook_streams s SET last_sequence = greatest(s.last_sequence, p.passed), failing_since = NULL, attempts = 0, next_attempt_at = NULL,
    delivery_id = NULL, loss_foretold = false, locked_by = CASE WHEN p.release THEN NULL ELSE s.locked_by END,
    locked_until = CASE WHEN NOT p.release THEN ${until} END
  FROM ${unnest(3, streamColumns, 'p')}
  WHERE s.shop_id = $1 AND s.installation_id = ANY ($3::uuid[]) AND s.installation_id = p.installation_id AND s.locked_by = $2
    AND s.last_sequence >= p.from_place`;

/**
 * Returns the FROM clause for accepted events. `held` is a table of the webhook streams that the worker has
 * leased. Omits events that were skipped during the attempt (expired-events.ts).
 */
const acceptedEvents = (held: string, list: string) => `FROM ${held} s
  JOIN json_to_recordset(${list}::json) AS d (${columnDefinitions.join()}) ON d.installation_id = s.installation_id
  WHERE s.last_sequence < d.sequence`;

const deliveries = (shop_id: string, from: string) =>
  `${insertSelect(WebhookDelivery, {
    ...{ shop_id, id: 'd.id', installation_id: 'd.installation_id', kind: `'event'` },
    ...{ event_id: 'd.event_id', event_type: 'd.event_type', sequence: 'd.sequence', status: `'delivered'` },
    ...{ attempts: '1', created_at: 'd.at', updated_at: 'd.at' },
  })} ${from} ON CONFLICT (shop_id, id) DO NOTHING`;

const attempts = (shop_id: string, from: string) =>
  `${insertSelect(WebhookAttempt, {
    ...{ shop_id, delivery_id: 'd.id', attempt: '1', url: 'd.url', request_headers: 'd.headers' },
    ...{ status: 'd.status', duration_ms: 'd.ms', answer: 'd.answer', attempted_at: 'd.at' },
  })} ${from} ON CONFLICT (shop_id, delivery_id, attempt) DO NOTHING`;

const leaseEnd = `statement_timestamp() + interval '${LEASE_MS} milliseconds'`;
const recordAtOnce = `
  WITH held AS (
    ${updateStreams(leaseEnd)} RETURNING s.shop_id, s.installation_id, old.last_sequence
  ), begun AS (
    SELECT s.shop_id, d.* ${acceptedEvents('held', '$7')}
  ), delivery AS (${deliveries('d.shop_id', 'FROM begun d')}), attempt AS (${attempts('d.shop_id', 'FROM begun d')})
  SELECT installation_id FROM held`;

/**
 * Stores the accepted events of several webhook streams of a shop in one batch. `made` must have the delivery
 * order of each webhook stream. Commits without waiting for the disk. Returns the installations whose webhook
 * stream the worker still leases at the expected position.
 */
export async function recordSuccessfulDeliveries(
  database: ShopDatabase,
  { shop_id, worker }: Omit<Holder, 'installation_id'>,
  made: readonly SuccessfulDelivery[],
): Promise<ReadonlySet<string>> {
  const froms = startPositions(made);
  const streams = streamUpdates(made, froms);
  const values = { streams: [shop_id, worker, ...valuesOfStreams(streams)], taken: listOf(made, froms) };
  const statement = { name: 'webhook-taken', text: recordAtOnce, values: [...values.streams, values.taken] };
  const statements: Statement[] = database.topology.writesInSteps ? inSteps(database, values) : [statement];
  const end = made.find(({ served }) => served);
  if (end) statements.push(...markServedStatements(database, shop_id, end.passed));
  const [held] = await database.batch({ shop_id }, statements, { asyncCommit: true });
  const isWhereLeft = ({ installation_id, last_sequence: last }: Record<string, unknown>) =>
    last === undefined || Number(last) >= froms.get(String(installation_id))!;
  return new Set(held!.rows.filter(isWhereLeft).map((row) => String(row['installation_id'])));
}

/** Returns the position of each webhook stream before its first event in the batch, keyed by installation. */
function startPositions(made: readonly SuccessfulDelivery[]): ReadonlyMap<string, number> {
  return new Map(made.toReversed().map(({ installation_id, from }) => [installation_id, from]));
}

/**
 * Returns one update per webhook stream, whose last event determines the new position. Updates are sorted by
 * installation, which is the lock order.
 */
function streamUpdates(
  made: readonly SuccessfulDelivery[],
  froms: ReadonlyMap<string, number>,
): StreamUpdate[] {
  const last = new Map(made.map((each) => [each.installation_id, each]));
  const streams = [...last.values()].map((each) => ({ ...each, from: froms.get(each.installation_id)! }));
  return streams.sort((a, b) => (a.installation_id < b.installation_id ? -1 : 1));
}

function valuesOfStreams(streams: readonly StreamUpdate[]): unknown[] {
  return [
    streams.map(({ installation_id }) => installation_id),
    streams.map(({ passed }) => passed),
    streams.map(({ release }) => release),
    streams.map(({ from }) => from),
  ];
}

/**
 * Serializes the events of a batch as one JSON text. One array per column would be much slower, because
 * arrays escape nested JSON twice.
 */
function listOf(made: readonly SuccessfulDelivery[], froms: ReadonlyMap<string, number>): string {
  return JSON.stringify(made.map((each) => rowOf(each, froms.get(each.installation_id)!)));
}

function rowOf(each: SuccessfulDelivery, from_place: number): Record<keyof typeof deliveryColumns, unknown> {
  const { event, outcome } = each;
  return {
    installation_id: each.installation_id,
    from_place,
    sequence: event.sequence,
    id: each.delivery_id,
    at: timeOf(each.at),
    event_id: event.id,
    event_type: event.type,
    url: each.url,
    headers: each.headers,
    status: outcome.status,
    ms: outcome.durationMs,
    answer: outcome.answer,
  };
}

/**
 * Returns separate statements for Citus, because a Citus statement can write only one table. The first
 * statement locks the webhook streams.
 */
function inSteps(
  database: ShopDatabase,
  { streams, taken }: { streams: unknown[]; taken: string },
): Statement[] {
  const [shop_id, worker, installations] = streams as [string, number, string[]];
  const lock = bindFind(database.statementsOf(WebhookStream), {
    where: { shop_id, installation_id: Any(installations), locked_by: worker },
    order: { installation_id: 'ASC' },
    select: ['installation_id', 'last_sequence'],
    lock: 'update',
  });
  const from = `${acceptedEvents('shop.webhook_streams', '$3')} AND s.last_sequence >= d.from_place AND s.shop_id = $1 AND s.locked_by = $2`;
  const until = new Date(database.clock.now() + LEASE_MS);
  const values = [shop_id, worker, taken];
  return [
    lock,
    { name: 'webhook-taken', text: deliveries('s.shop_id', from), values },
    { name: 'webhook-tried', text: attempts('s.shop_id', from), values },
    { name: 'webhook-passed', text: updateStreams('$7::timestamptz'), values: [...streams, until] },
  ];
}

function timeOf(ms: number | undefined): Date | undefined {
  return ms === undefined ? undefined : new Date(ms);
}
