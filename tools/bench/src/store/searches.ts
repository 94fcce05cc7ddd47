import { Agent } from 'node:http';
import { getDocument, headersOf, send, type Target, targetOf } from '../http';
import { percentile } from '../numbers';
import { makeShop } from '../people';
import type { Stage } from '../stage';
import { table } from '../table';
import { fillStore } from './fill-store';

/** Number of requests per client. The first WARM_UP requests are not measured. */
const [REQUESTS, WARM_UP] = [60, 10];

/**
 * Search texts, keyed by a description of their matches. The names of all customers and products start with
 * the same word.
 */
const searches = {
  'one order by its number': '51017',
  'one customer and their orders': 'bench777@',
  'customers of 1,110 orders, by the start of their email': 'bench77',
  'two words, of which every customer has one': 'bench 77',
  'a word that every customer has': 'bench',
  'two letters that start a word of every product': 'pr',
  'a SKU': 'product-77-2',
  'no match': 'nobody',
};

/**
 * Measures searches over all resource types in a shop with `orders` orders, with one client and with eight
 * clients.
 */
export async function measureSearches(
  stage: Stage,
  orders: number,
  say: (text: string) => void,
): Promise<string> {
  const shop = await makeShop(stage.client, 'bench-search');
  await fillStore(stage.client, shop, orders);
  say(`filled ${shop.domain}: ${orders} orders\n`);
  const target = targetOf(shop, await stage.startService('shop-api'));
  const rows = [];
  for (const [name, words] of Object.entries(searches)) {
    const path = `/api/search?${String(new URLSearchParams({ 'filter[q]': words }))}`;
    const { document } = await getDocument(target, path);
    const found = (document['data'] as unknown[]).length;
    for (const clients of [1, 8])
      rows.push([`${name}, ${clients} at once`, String(found), ...(await measured(target, path, clients))]);
  }
  return table(['GET /api/search', 'objects', 'p50 ms', 'p95 ms'], rows);
}

async function measured(target: Target, path: string, clients: number): Promise<string[]> {
  const times: number[] = [];
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const client = async (): Promise<void> => {
    for (let at = 0; at < REQUESTS; at += 1) {
      const startedAt = performance.now();
      const { status } = await send({ port: target.port, path, headers: headersOf(target), agent });
      if (status !== 200) throw new Error(`GET ${path}: ${status}`);
      if (at >= WARM_UP) times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: clients }, client));
  agent.destroy();
  return [50, 95].map((percent) => percentile(times, percent).toFixed(1));
}
