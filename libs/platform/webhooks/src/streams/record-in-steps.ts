import { type ShopDatabase, withNamedParameters } from '@storewright/database';
import { LEASE_MS } from './leases';

/*
 * SQL statements of `recordInSteps`, with the parameters of `recordAttempt`: $1 shop, $2 installation, $3
 * worker, $4 to $10 webhook stream, $11 to $18 delivery, $19 to $24 HTTP exchange, $25 expected position of
 * the webhook stream.
 */

const lock = `SELECT last_sequence FROM shop.webhook_streams WHERE shop_id = $1 AND installation_id = $2 AND locked_by = $3 FOR UPDATE`;

const begin = `
  INSERT INTO shop.webhook_deliveries (shop_id, id, installation_id, kind, event_id, event_type, sequence, status, attempts, created_at, updated_at)
  VALUES ($1, $11, $2, $12, $13, $14, $15, $16, $17, $18::timestamptz, $18::timestamptz)
  ON CONFLICT (shop_id, id) DO UPDATE SET status = EXCLUDED.status, attempts = EXCLUDED.attempts, updated_at = EXCLUDED.updated_at RETURNING id`;

const request = (status: string) => `
  UPDATE shop.webhook_deliveries SET status = CASE WHEN status = 'skipped' AND $16 <> 'delivered' THEN status ELSE ${status} END, attempts = $17, updated_at = greatest(created_at, $18::timestamptz)
  WHERE shop_id = $1 AND id = $11 RETURNING id`;

const attempt = `
  INSERT INTO shop.webhook_attempts (shop_id, delivery_id, attempt, url, request_headers, status, duration_ms, answer, error, attempted_at)
  VALUES ($1, $11, $17, $19, $20::jsonb, $21, $22, $23, $24, $18::timestamptz) ON CONFLICT (shop_id, delivery_id, attempt) DO NOTHING`;

const health = 'state = $4, failing_since = $5, attempts = $6, next_attempt_at = $7,';
const stream = (delivery: string, lease: string, over: boolean) => `
  UPDATE shop.webhook_streams s SET ${over ? '' : health} delivery_id = ${delivery},
    loss_foretold = s.loss_foretold AND $6 > 0, last_sequence = greatest(s.last_sequence, $9),
    ${lease}
  WHERE s.shop_id = $1 AND s.installation_id = $2 AND s.locked_by = $3`;

const released = 'locked_by = NULL, locked_until = NULL';
const renewed = `locked_until = statement_timestamp() + interval '${LEASE_MS} milliseconds'`;

/**
 * Stores a delivery attempt on Citus with several statements. Returns false if the worker has lost the lease,
 * or if the database has lost a commit of the webhook stream. `values` are the parameters of `recordAttempt`.
 */
export function recordInSteps(database: ShopDatabase, values: unknown[]): Promise<boolean> {
  const [shop_id, kind, sequence, status] = [values[0], values[11], values[14], values[15]];
  return database.transaction({ shop_id: String(shop_id) }, async (transaction) => {
    const run = <R extends object>(name: string, text: string) =>
      transaction.query<R>(withNamedParameters({ name: `record-${name}`, text, values }));
    const [held] = await run<{ last_sequence: string }>('lock', lock);
    if (!held || Number(held.last_sequence) < Number(values[24])) return false;
    const isEvent = kind === 'event';
    const writtenOff = isEvent && Number(held.last_sequence) >= Number(sequence);
    const begins = isEvent && !writtenOff;
    const over = writtenOff && status === 'retrying';
    const written = begins
      ? await run('begin', begin)
      : over
        ? await run('over', request(`'failed'`))
        : await run('request', request('$16'));
    if (written.length > 0) await run('attempt', attempt);
    const [delivery, lease] = [writtenOff ? 'NULL' : '$8::uuid', values[9] === true ? released : renewed];
    const part = over ? 'over' : 'stream';
    await run(`${part} ${delivery} ${lease}`.slice(0, 40), stream(delivery, lease, over));
    return true;
  });
}
