import type { Client } from 'pg';
import { type Target, targetOf } from '../http';
import { load } from '../load';
import { table } from '../table';
import { measureTurns, medianOf } from '../turns';
import type { Store } from './fill-store';

const TURNS = 5;
const SECONDS = 2;
const DAY_MS = 86_400_000;
/** Periods in days: the maximum for order statistics, and the retention period of webhook deliveries. */
const DAYS = { orders: 92, deliveries: 30 };

/**
 * Inserts as many webhook deliveries as orders, spread over the retention period of deliveries. One in a
 * hundred is late, and one in five hundred failed.
 */
const deliveries = `INSERT INTO shop.webhook_deliveries (shop_id, id, installation_id, kind, event_id,
                     event_type, sequence, status, attempts, created_at, updated_at)
  SELECT $1, uuidv7(at - now()), $3, 'event', uuidv7(at - now() - random() * interval '2 seconds'), 'orders.created', n,
    CASE WHEN n % 500 = 0 THEN 'failed' ELSE 'delivered' END, 1, at,
      at + CASE WHEN n % 100 = 0 THEN interval '1 minute' ELSE interval '0' END
  FROM (SELECT n, now() - ($2::integer - n) * interval '${DAYS.deliveries} days' / $2::integer AS at
    FROM generate_series(1, $2::integer) n) made`;

/**
 * Measures statistics of orders and of webhook deliveries with one client and with eight clients. `port` is
 * the port of the shop API.
 */
export async function measureStatistics(client: Client, store: Store, port: number): Promise<string> {
  const { shop, orders } = store;
  await client.query(deliveries, [shop.id, orders, shop.id]);
  await client.query('VACUUM ANALYZE shop.webhook_deliveries');
  const daysAgo = (count: number) => new Date(Date.now() - (count - 1) * DAY_MS).toISOString();
  const parameters = (filters: Record<string, string>) =>
    String(new URLSearchParams({ ...filters, 'page[size]': '100' }));
  const paths = {
    [`${orders} orders in ${DAYS.orders} days`]: `/api/order_statistics?${parameters({ 'filter[from]': daysAgo(DAYS.orders).slice(0, 10) })}`,
    [`${orders} deliveries in ${DAYS.deliveries} days`]: `/api/webhook_statistics?${parameters({ 'filter[since]': daysAgo(DAYS.deliveries) })}`,
    'those of 24 hours, by the hour': `/api/webhook_statistics?${parameters({ 'filter[since]': daysAgo(2), 'filter[interval]': 'hour' })}`,
  };
  const rows = [];
  for (const [name, path] of Object.entries(paths))
    for (const clients of [1, 8])
      rows.push([`${name}, ${clients} at once`, ...(await measured(targetOf(shop, port), path, clients))]);
  return table(['statistics', 'requests/s', 'p50 ms', 'p99 ms'], rows);
}

async function measured(target: Target, path: string, clients: number): Promise<string[]> {
  const runs = await measureTurns(TURNS, () => load(target, [{ method: 'GET', path }], SECONDS, clients));
  return (['perSecond', 'p50', 'p99'] as const).map((figure) => medianOf(runs, (run) => run[figure]));
}
