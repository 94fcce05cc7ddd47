import type { Client } from 'pg';
import { load, type Measured, median } from '../load';
import { table } from '../table';
import type { Store } from './fill-store';

const turns = 5;
const seconds = 2;
const dayMs = 86_400_000;
/** As many as one request may ask for, of orders; of deliveries, all that are kept. */
const days = { orders: 92, deliveries: 30 };

/** Deliveries in the same number as orders, over the days that they are kept: one in a hundred was late, one in five hundred failed. */
const deliveries = `INSERT INTO shop.webhook_deliveries (shop_id, id, installation_id, kind, event_id, event_type, sequence, status, attempts, created_at, updated_at)
  SELECT $1, uuidv7(at - now()), $3, 'event', uuidv7(at - now() - random() * interval '2 seconds'), 'orders.created', n,
    CASE WHEN n % 500 = 0 THEN 'failed' ELSE 'delivered' END, 1, at, at + CASE WHEN n % 100 = 0 THEN interval '1 minute' ELSE interval '0' END
  FROM (SELECT n, now() - ($2::integer - n) * interval '${days.deliveries} days' / $2::integer AS at FROM generate_series(1, $2::integer) n) made`;

/** Orders added up by day and currency, and deliveries counted by day: by one after another, as somebody opens the page, and by eight at once. `port`: the shop API's. */
export async function measureStatistics(client: Client, store: Store, port: number): Promise<string> {
  const { shop, orders } = store;
  await client.query(deliveries, [shop.id, orders, shop.id]);
  await client.query('VACUUM ANALYZE shop.webhook_deliveries');
  const daysAgo = (count: number) => new Date(Date.now() - (count - 1) * dayMs).toISOString();
  const parameters = (given: Record<string, string>) =>
    String(new URLSearchParams({ ...given, 'page[size]': '100' }));
  const asked = {
    [`${orders} orders in ${days.orders} days`]: `/api/order_statistics?${parameters({ 'filter[from]': daysAgo(days.orders).slice(0, 10) })}`,
    [`${orders} deliveries in ${days.deliveries} days`]: `/api/webhook_statistics?${parameters({ 'filter[since]': daysAgo(days.deliveries) })}`,
    'those of 24 hours, by the hour': `/api/webhook_statistics?${parameters({ 'filter[since]': daysAgo(2), 'filter[interval]': 'hour' })}`,
  };
  const rows = [];
  for (const [name, path] of Object.entries(asked))
    for (const clients of [1, 8])
      rows.push([`${name}, ${clients} at once`, ...(await measured(store, { port, path, clients }))]);
  return table(['statistics', 'requests/s', 'p50 ms', 'p99 ms'], rows);
}

async function measured(
  { shop }: Store,
  { port, path, clients }: { port: number; path: string; clients: number },
): Promise<string[]> {
  const target = { port, host: `${shop.domain}.localhost`, token: shop.token };
  const runs: Measured[] = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    const run = await load(target, [{ method: 'GET', path }], seconds, clients);
    // The first turn warms up.
    if (turn > 0) runs.push(run);
  }
  const middle = (of: (run: Measured) => number) => median(runs.map(of)).toFixed(0);
  return [middle(({ perSecond }) => perSecond), middle(({ p50 }) => p50), middle(({ p99 }) => p99)];
}
