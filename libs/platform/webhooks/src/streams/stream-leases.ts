import type { ShopDatabase, Statement } from '@storewright/database';
import { Any, IsNull, LessThanOrEqual } from 'typeorm';
import type { Health } from '../schedule/health';
import { WebhookStream } from '../webhook-stream.entity';
import { leaseInSteps } from './lease-in-steps';
import {
  type LeasedRow,
  LEASE_MS,
  type LeaseRequest,
  selectLeased,
  waiting,
  WORKER_LOCK_CLASS,
} from './leases';
import { markServedStatements } from './mark-served';
import type { ShopReceivers, WebhookReceiver } from './webhook-receivers';

const lease = `interval '${LEASE_MS} milliseconds'`;

/**
 * Commits without waiting for the disk. A crash can lose such commits. The worker then sends their events
 * again, and receivers recognize them by their ids.
 */
const asyncCommit = { asyncCommit: true };

/** Time in milliseconds after which the worker checks a suspended shop or app again. */
const SUSPENDED_HOLD_MS = 60_000;

export const notInstalled = 'the app is not installed';
const receivesNothing = 'the app has no webhook URL, no webhook secret or no events that it may receive';

export interface LeasedStream {
  installation_id: string;
  /** Position of the webhook stream: all events up to this sequence number are delivered or skipped. */
  last: number;
  /** Last sequence number that the delivery batch includes. */
  head: number;
  health: Health;
  waiting: boolean;
  /** Delivery of the next event. undefined before the first attempt. */
  delivery?: { id: string; event_id: string; attempts: number };
}

const statements = {
  /** Moves the webhook streams of installations that receive nothing to the end of the event log. */
  pass: `
    UPDATE shop.webhook_streams s SET last_sequence = $3
    WHERE s.shop_id = $1 AND s.installation_id = ANY ($2::uuid[]) AND s.last_sequence < $3::bigint`,
  /**
   * Fails manually requested deliveries that cannot be sent. Parameters: $2 installations without webhooks,
   * $3 uninstalled apps, $4 apps that are being uninstalled, whose deliveries fail only after the end of the
   * webhook stream.
   */
  refuse: `UPDATE shop.webhook_deliveries d SET status = 'failed', updated_at = $5,
      error = CASE WHEN d.installation_id = ANY ($2::uuid[]) THEN '${receivesNothing}' ELSE '${notInstalled}' END
    WHERE d.shop_id = $1 AND d.status = 'waiting' AND (d.installation_id = ANY ($2::uuid[] || $3::uuid[])
      OR d.installation_id = ANY ($4::uuid[]) AND EXISTS (SELECT FROM shop.webhook_streams s
        WHERE s.shop_id = $1 AND s.installation_id = d.installation_id AND s.state = 'ended'))`,
  /**
   * Leases webhook streams that are due, unless another live worker holds their lease. A worker is dead if
   * its advisory lock can be acquired. A worker with a negative key has no advisory lock, so its leases count
   * until they expire.
   */
  lease: `WITH due AS MATERIALIZED (
      SELECT s.installation_id FROM shop.webhook_streams s
      WHERE s.shop_id = $1 AND s.installation_id = ANY ($2::uuid[]) AND s.state <> 'ended'
        AND (s.locked_by IS NULL OR abs(s.locked_by) = abs($3) OR s.locked_until <= clock_timestamp() OR (CASE WHEN s.locked_by > 0 THEN pg_try_advisory_xact_lock(${WORKER_LOCK_CLASS}, s.locked_by) END))
        AND ((s.last_sequence < $6::bigint AND (s.next_attempt_at IS NULL OR s.next_attempt_at <= $4::timestamptz))
          OR ${waiting('s')})
      ORDER BY s.last_sequence LIMIT $5 FOR UPDATE OF s SKIP LOCKED
    ), leased AS (
      UPDATE shop.webhook_streams s SET locked_by = $3, locked_until = clock_timestamp() + ${lease} FROM due
      WHERE s.shop_id = $1 AND s.installation_id = due.installation_id RETURNING s.*
    )
    ${selectLeased('leased')}`,
  releaseStream: `
    UPDATE shop.webhook_streams s SET locked_by = NULL, locked_until = NULL,
      last_sequence = CASE WHEN s.last_sequence >= $5::bigint THEN greatest(s.last_sequence, $4::bigint) ELSE s.last_sequence END
    WHERE s.shop_id = $1 AND s.installation_id = $2 AND s.locked_by = $3`,
};

function statement(name: keyof typeof statements, ...values: unknown[]): Statement {
  return { name: `webhook-${name}`, text: statements[name], values };
}

/**
 * Moves the webhook streams of installations without webhooks to `head`, and fails manually requested
 * deliveries that cannot be sent.
 */
export async function passIdle(
  database: ShopDatabase,
  { id, byInstallation }: ShopReceivers,
  head: number,
  now: Date,
): Promise<void> {
  const [idle, gone, leaving] = (['idle', 'gone', 'leaving'] as const).map((each) =>
    [...byInstallation.values()].filter(({ status: standing }) => standing === each).map(idOf),
  );
  if (idle!.length) await database.batch({ shop_id: id }, [statement('pass', id, idle, head)], asyncCommit);
  if (idle!.length + gone!.length + leaving!.length)
    await database.query({ shop_id: id }, statement('refuse', id, idle, gone, leaving, now));
}

/** Postpones due deliveries to suspended apps, or all due deliveries of a suspended shop. */
export async function holdSuspended(
  database: ShopDatabase,
  { id: shop_id, isSuspended, byInstallation }: ShopReceivers,
  now: Date,
): Promise<void> {
  const suspended = [...byInstallation.values()].filter((receiver) => receiver.isSuspended).map(idOf);
  if (!isSuspended && suspended.length === 0) return;
  const held = { shop_id, ...(!isSuspended && { installation_id: Any(suspended) }) };
  await database.of({ shop_id }, WebhookStream).update(
    [
      { ...held, next_attempt_at: IsNull() },
      { ...held, next_attempt_at: LessThanOrEqual(now.toISOString()) },
    ],
    { next_attempt_at: new Date(now.getTime() + SUSPENDED_HOLD_MS).toISOString() },
  );
}

/**
 * Leases due webhook streams, those with the most undelivered events first. The query `read` is sent in the
 * same network round trip, except on Citus.
 */
export async function leaseStreams<R extends object>(
  database: ShopDatabase,
  request: LeaseRequest,
  read?: Statement,
): Promise<{ streams: LeasedStream[]; read?: R[] }> {
  const { shop_id, installations, worker, now, limit, head } = request;
  const streamsOf = (rows: LeasedRow[]) => rows.map((row) => streamOf(row, head));
  if (database.topology.writesInSteps) return { streams: streamsOf(await leaseInSteps(database, request)) };
  const lease = statement('lease', shop_id, [...installations], worker, now, limit, head);
  const [leased, ahead] = await database.batch({ shop_id }, [lease, ...(read ? [read] : [])], asyncCommit);
  const streams = streamsOf(leased!.rows as unknown as LeasedRow[]);
  return { streams, ...(ahead && { read: ahead.rows as unknown as R[] }) };
}

export interface Holder {
  shop_id: string;
  installation_id: string;
  worker: number;
}

/** Returns SQL for the position of a webhook stream. The result is null if the worker has lost the lease. */
export function placeOf({
  installation_id,
  worker,
}: Holder): (parameter: (value: unknown) => string) => string {
  return (parameter) => `(SELECT s.last_sequence FROM shop.webhook_streams s
    WHERE s.shop_id = $1 AND s.installation_id = ${parameter(installation_id)} AND s.locked_by = ${parameter(worker)})`;
}

/**
 * Releases the webhook stream and moves it to the position `passed`. A stored position below `from` means
 * that the database has lost a commit, and the position stays. `served` is true if no webhook stream of the
 * shop has undelivered events.
 */
export async function releaseStream(
  database: ShopDatabase,
  holder: Holder,
  { from, passed }: { from: number; passed: number },
  served = false,
): Promise<void> {
  const { shop_id, installation_id, worker } = holder;
  const release = statement('releaseStream', shop_id, installation_id, worker, passed, from);
  const mark = served ? markServedStatements(database, shop_id, passed) : [];
  await database.batch({ shop_id }, [release, ...mark], asyncCommit);
}

/** Renews the lease of a webhook stream. Returns false if the worker has lost the lease. */
export async function renewLease(database: ShopDatabase, holder: Holder): Promise<boolean> {
  const { shop_id, installation_id, worker: locked_by } = holder;
  const { affected } = await database
    .of({ shop_id }, WebhookStream)
    .update(
      { shop_id, installation_id, locked_by },
      { locked_until: () => `statement_timestamp() + ${lease}` },
    );
  return affected === 1;
}

function streamOf(row: LeasedRow, head: number): LeasedStream {
  const { installation_id, last_sequence, state, failing_since, attempts, next_attempt_at, waiting } = row;
  const { delivery_id, event_id, delivery_attempts } = row;
  return {
    ...{ installation_id, head, waiting, last: Number(last_sequence) },
    health: {
      state: state as Health['state'],
      failures: attempts,
      ...(failing_since !== null && { failing_since: Date.parse(failing_since) }),
      ...(next_attempt_at !== null && { next_attempt_at: Date.parse(next_attempt_at) }),
    },
    ...(delivery_id !== null &&
      event_id !== null && { delivery: { id: delivery_id, event_id, attempts: delivery_attempts! } }),
  };
}

function idOf({ installation_id }: WebhookReceiver): string {
  return installation_id;
}
