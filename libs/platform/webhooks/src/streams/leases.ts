import type { Row } from '@storewright/entities';
import type { WebhookStream } from '../webhook-stream.entity';

/**
 * Duration of a webhook stream's lease in milliseconds, which exceeds the duration of a delivery attempt so
 * that the worker still holds the lease when the response arrives.
 */
export const LEASE_MS = 25_000;

/** First key of the advisory lock that shows that a worker is alive. The second key identifies the worker. */
export const WORKER_LOCK_CLASS = 7_340_010;

/** Terminates the previous database session of this worker if the server still considers the session open. */
export const endSession = `SELECT pg_terminate_backend(pid, 1000) FROM pg_locks
  WHERE locktype = 'advisory' AND classid = $1 AND objid = $2 AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;

const leasedColumns = [
  'installation_id',
  'last_sequence',
  'state',
  'failing_since',
  'attempts',
  'next_attempt_at',
  'delivery_id',
] as const satisfies readonly (keyof WebhookStream)[];

/**
 * A leased webhook stream. The row contains the delivery of the next event if that event has already been
 * tried.
 */
export type LeasedRow = Pick<Row<WebhookStream>, (typeof leasedColumns)[number]> & {
  event_id: string | null;
  delivery_attempts: number | null;
  waiting: boolean;
};

/**
 * Returns an SQL condition that is true if the installation has manually requested deliveries. $1 is the
 * shop.
 */
export function waiting(stream: string): string {
  return `EXISTS (SELECT FROM shop.webhook_deliveries w
    WHERE w.shop_id = $1 AND w.status = 'waiting' AND w.installation_id = ${stream}.installation_id)`;
}

/**
 * Returns the query for leased webhook streams. $1 is the shop. The lateral join keeps Postgres from reading
 * all deliveries of a large shop with a query plan for few deliveries.
 */
export function selectLeased(streams: string): string {
  return `SELECT ${leasedColumns.map((name) => `s.${name}`).join(', ')}, d.event_id, d.attempts AS delivery_attempts, ${waiting('s')} AS waiting
    FROM ${streams} s LEFT JOIN LATERAL (SELECT d.event_id, d.attempts FROM shop.webhook_deliveries d
      WHERE d.shop_id = $1 AND d.id = s.delivery_id LIMIT 1) d ON true`;
}

export interface LeaseRequest {
  shop_id: string;
  installations: readonly string[];
  worker: number;
  now: Date;
  limit: number;
  /** Last sequence number that counts as pending. */
  head: number;
}
