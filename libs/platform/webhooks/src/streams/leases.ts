// SQL: what the claims of streams have in common.
import type { Row } from '@storewright/entities';
import type { WebhookStream } from '../webhook-stream.entity';

/** Longer than an exchange, so that whoever sends still has the stream when the answer comes; ms. */
export const LEASE_MS = 25_000;

/** The first half of the key of the lock that a living worker holds; the second is the worker's own. */
export const WORKER_LOCK_CLASS = 7_340_010;

/** Ends a session of this worker that the server has still: its connection is gone, which nobody told the server. */
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

/** With the delivery of its next event, where that was tried before. */
export type LeasedRow = Pick<Row<WebhookStream>, (typeof leasedColumns)[number]> & {
  event_id: string | null;
  delivery_attempts: number | null;
  waiting: boolean;
};

/** Whether somebody asked to send something to the installation. $1 is the shop. */
export function waiting(stream: string): string {
  return `EXISTS (SELECT FROM shop.webhook_deliveries w
    WHERE w.shop_id = $1 AND w.status = 'waiting' AND w.installation_id = ${stream}.installation_id)`;
}

/**
 * Rows of leased streams, `s`. The delivery of the next event is looked for by itself, so that no plan of a time when there were none reads all of the shop's.
 * $1 is the shop.
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
  /** Events up to this one. */
  head: number;
}
