import type { ShopDatabase, Transaction } from '@storewright/database';
import {
  type LeasedRow,
  LEASE_MS,
  type LeaseRequest,
  selectLeased,
  waiting,
  WORKER_LOCK_CLASS,
} from './leases';

interface Candidate {
  installation_id: string;
  /** Key of the worker that may still hold the lease of the webhook stream. */
  held_by: number | null;
}

/** Uses the clock of the Citus coordinator, because the clocks of worker nodes differ. */
const moments = `SELECT now, now + interval '${LEASE_MS} milliseconds' AS until FROM (SELECT clock_timestamp() AS now) c`;

const candidates = `
  SELECT s.installation_id, CASE WHEN s.locked_by > 0 AND s.locked_by <> abs($3) AND s.locked_until > $7::timestamptz THEN s.locked_by END AS held_by
  FROM shop.webhook_streams s
  WHERE s.shop_id = $1 AND s.installation_id = ANY ($2::uuid[]) AND s.state <> 'ended'
    AND (s.locked_by IS NULL OR abs(s.locked_by) = abs($3) OR s.locked_until <= $7::timestamptz OR s.locked_by > 0)
    AND ((s.last_sequence < $6::bigint AND (s.next_attempt_at IS NULL OR s.next_attempt_at <= $4::timestamptz)) OR ${waiting('s')})
  ORDER BY s.last_sequence LIMIT $5 FOR UPDATE OF s SKIP LOCKED`;

/**
 * Runs on the Citus coordinator, where workers hold their advisory locks. As part of the previous statement,
 * each node would check only its own locks.
 */
const deadWorkers = `SELECT w AS worker FROM unnest($1::integer[]) AS w WHERE pg_try_advisory_xact_lock(${WORKER_LOCK_CLASS}, w)`;

const claim = `UPDATE shop.webhook_streams SET locked_by = $3, locked_until = $4::timestamptz WHERE shop_id = $1 AND installation_id = ANY ($2::uuid[])`;

const read = `
  ${selectLeased('shop.webhook_streams')}
  WHERE s.shop_id = $1 AND s.installation_id = ANY ($2::uuid[])`;

/** Leases webhook streams on Citus with several statements, with the same effect as `leaseStreams`. */
export function leaseInSteps(database: ShopDatabase, request: LeaseRequest): Promise<LeasedRow[]> {
  const { shop_id, worker } = request;
  return database.transaction({ shop_id }, async (transaction) => {
    const [moment] = await transaction.query<{ now: string; until: string }>({ text: moments });
    const free = await unleasedStreams(transaction, request, moment!.now);
    if (free.length === 0) return [];
    await transaction.query({
      name: 'lease-take',
      text: claim,
      values: [shop_id, free, worker, moment!.until],
    });
    return transaction.query<LeasedRow>({ name: 'lease-read', text: read, values: [shop_id, free] });
  });
}

async function unleasedStreams(
  transaction: Transaction,
  { shop_id, installations, worker, now, limit, head }: LeaseRequest,
  at: string,
): Promise<string[]> {
  const found = await transaction.query<Candidate>({
    name: 'lease-find',
    text: candidates,
    values: [shop_id, [...installations], worker, now, limit, head, at],
  });
  const holders = [...new Set(found.flatMap(({ held_by }) => (held_by === null ? [] : [held_by])))];
  const gone =
    holders.length > 0
      ? await transaction.query<{ worker: number }>({
          name: 'lease-dead',
          text: deadWorkers,
          values: [holders],
        })
      : [];
  const ended = new Set(gone.map((each) => each.worker));
  return found
    .filter(({ held_by }) => held_by === null || ended.has(held_by))
    .map(({ installation_id }) => installation_id);
}
