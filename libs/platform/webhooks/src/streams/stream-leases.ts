// SQL: claims with SKIP LOCKED; what is noted without a wait for the disk.
import type { ShopDatabase, Statement } from '@storewright/database';
import { IsNull, LessThan } from 'typeorm';
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
 * For the transaction of a statement that only notes what was done: it need not wait for the disk. What a crash of the server takes away of it is sent
 * once more, and a receiver knows it by its id; what others did before and waited for is never lost with it.
 */
const hurried = { hurried: true };

/** Why a delivery failed without being sent. */
export const notInstalled = 'the app is not installed any more';
const receivesNothing = 'the app has no webhook URL, no webhook secret or no events that it may receive';

/** A stream that this worker has for a while. */
export interface LeasedStream {
  installation_id: string;
  /** Delivered or passed over up to here. */
  last: number;
  /** The shop's last event that is for this turn. */
  head: number;
  health: Health;
  /** Somebody asked to send something. */
  waiting: boolean;
  /** Of the event that is next, where it was tried before. */
  delivery?: { id: string; event_id: string; attempts: number };
}

const statements = {
  /** Of those that receive nothing. */
  pass: `
    UPDATE shop.webhook_streams s SET last_sequence = $3
    WHERE s.shop_id = $1 AND s.installation_id = ANY ($2::uuid[]) AND s.last_sequence < $3::bigint`,
  /** $2: idle ones, $3: those that are gone, $4: those that are leaving, which are gone when their stream has ended. */
  refuse: `UPDATE shop.webhook_deliveries d SET status = 'failed', updated_at = $5,
      error = CASE WHEN d.installation_id = ANY ($2::uuid[]) THEN '${receivesNothing}' ELSE '${notInstalled}' END
    WHERE d.shop_id = $1 AND d.status = 'waiting' AND (d.installation_id = ANY ($2::uuid[] || $3::uuid[])
      OR d.installation_id = ANY ($4::uuid[]) AND EXISTS (SELECT FROM shop.webhook_streams s
        WHERE s.shop_id = $1 AND s.installation_id = d.installation_id AND s.state = 'ended'))`,
  /**
   * Free is what nobody has, what was had too long, what this worker had itself, with its lock or without, and what a worker had that is dead: a dead one's lock can
   * be taken. One without a lock may live.
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

/** The statement of this name, for the shop. */
function statement(name: keyof typeof statements, ...values: unknown[]): Statement {
  return { name: `webhook-${name}`, text: statements[name], values };
}

/** Takes the streams of those who receive nothing to `head`. What was asked to be sent to them, or to those who are gone, is refused. */
export async function passIdle(
  database: ShopDatabase,
  { id, byInstallation }: ShopReceivers,
  head: number,
  now: Date,
): Promise<void> {
  const [idle, gone, leaving] = (['idle', 'gone', 'leaving'] as const).map((each) =>
    [...byInstallation.values()].filter(({ status: standing }) => standing === each).map(idOf),
  );
  if (idle!.length) await database.batch({ shop_id: id }, [statement('pass', id, idle, head)], hurried);
  if (idle!.length + gone!.length + leaving!.length)
    await database.query({ shop_id: id }, statement('refuse', id, idle, gone, leaving, now));
}

/** Nothing of this shop is tried before then. */
export async function holdStreams(database: ShopDatabase, shop_id: string, until: Date): Promise<void> {
  const next_attempt_at = until.toISOString();
  await database.of({ shop_id }, WebhookStream).update(
    [
      { shop_id, next_attempt_at: IsNull() },
      { shop_id, next_attempt_at: LessThan(next_attempt_at) },
    ],
    { next_attempt_at },
  );
}

/** Takes streams that may be served now, those that are furthest behind first. `read`: goes out behind it in the same message; on a cluster it is left out. */
export async function leaseStreams<R extends object>(
  database: ShopDatabase,
  request: LeaseRequest,
  read?: Statement,
): Promise<{ streams: LeasedStream[]; read?: R[] }> {
  const { shop_id, installations, worker, now, limit, head } = request;
  const streamsOf = (rows: LeasedRow[]) => rows.map((row) => streamOf(row, head));
  if (database.kind === 'citus') return { streams: streamsOf(await leaseInSteps(database, request)) };
  const lease = statement('lease', shop_id, [...installations], worker, now, limit, head);
  const [leased, ahead] = await database.batch({ shop_id }, [lease, ...(read ? [read] : [])], hurried);
  const streams = streamsOf(leased!.rows as unknown as LeasedRow[]);
  return { streams, ...(ahead && { read: ahead.rows as unknown as R[] }) };
}

/** Whose stream it is, and who has it. */
export interface Holder {
  shop_id: string;
  installation_id: string;
  worker: number;
}

/** Where the worker has the stream: its place, for a statement that reads the log from there on. */
export function placeOf({
  installation_id,
  worker,
}: Holder): (parameter: (value: unknown) => string) => string {
  return (parameter) => `(SELECT s.last_sequence FROM shop.webhook_streams s
    WHERE s.shop_id = $1 AND s.installation_id = ${parameter(installation_id)} AND s.locked_by = ${parameter(worker)})`;
}

/**
 * Gives the stream back; everything up to `passed` was delivered or is for somebody else. A stream that is before `from`, where the worker left it, lost a commit,
 * and stays where it is. `served`: then nobody in the shop is behind.
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
  await database.batch({ shop_id }, [release, ...mark], hurried);
}

/** Whether the worker still has the stream, and then for the whole time of a lease again. */
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
