import { load, type Measured, median } from '../load';
import { table } from '../table';
import type { Store } from './fill-store';

const turns = 5;
const seconds = 2;
/** As many as one request may ask for. */
const days = 92;

/** Orders added up by day and currency: by one after another, as somebody opens the page, and by eight at once. `port`: the shop API's. */
export async function measureStatistics({ shop, orders }: Store, port: number): Promise<string> {
  const target = { port, host: `${shop.domain}.localhost`, token: shop.token };
  const from = new Date(Date.now() - (days - 1) * 86_400_000).toISOString().slice(0, 10);
  const path = `/api/order_statistics?filter%5Bfrom%5D=${from}&page%5Bsize%5D=100`;
  const rows = [];
  for (const clients of [1, 8]) {
    const runs: Measured[] = [];
    for (let turn = 0; turn <= turns; turn += 1) {
      const run = await load(target, [{ method: 'GET', path }], seconds, clients);
      // The first turn warms up.
      if (turn > 0) runs.push(run);
    }
    const middle = (of: (run: Measured) => number) => median(runs.map(of)).toFixed(0);
    rows.push([
      `${orders} orders in ${days} days, ${clients} at once`,
      ...[middle(({ perSecond }) => perSecond), middle(({ p50 }) => p50), middle(({ p99 }) => p99)],
    ]);
  }
  return table(['order statistics', 'requests/s', 'p50 ms', 'p99 ms'], rows);
}
