// SQL that the statements for leases share.
import type { Row } from '@storewright/entities';
import type { WebhookStream } from '../webhook-stream.entity';

/**
 * Duration of a lease. It is longer than an attempt, so that the sender still holds the stream when the
 * response arrives.
 */
export const LEASE_MS = 25_000;

/** First key of the advisory lock of a live worker. The second key is the key of the worker. */
export const WORKER_LOCK_CLASS = 7_340_010;

/** Terminates an old session of this worker that the server still considers open. */
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

/** A leased stream. Contains the delivery of its next event if that event was tried before. */
export type LeasedRow = Pick<Row<WebhookStream>, (typeof leasedColumns)[number]> & {
  event_id: string | null;
  delivery_attempts: number | null;
  waiting: boolean;
};

/** SQL condition: the installation has requested deliveries. $1 is the shop. */
export function waiting(stream: string): string {
  return `EXISTS (SELECT FROM shop.webhook_deliveries w
    WHERE w.shop_id = $1 AND w.status = 'waiting' AND w.installation_id = ${stream}.installation_id)`;
}

/**
 * Query for leased streams as `s`. $1 is the shop. The lateral join keeps a plan that was made for few
 * deliveries from later reading all deliveries of a shop.
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
