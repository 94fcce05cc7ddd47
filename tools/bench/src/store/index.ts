import { makeShop } from '../people';
import type { Stage } from '../stage';
import { fillStore } from './fill-store';
import { measureLists } from './lists';
import { measureOperations, measureOrders } from './writes';

/** What the resources of a store cost: lists with what is included, filters and sort; orders; many operations in one request. `orders`: in the shop. */
export async function measureStore(
  stage: Stage,
  orders: number,
  say: (text: string) => void,
): Promise<string> {
  const shop = await makeShop(stage.client, 'bench-store');
  const store = await fillStore(stage.client, shop, orders);
  say(`filled ${shop.domain}: ${orders} orders\n`);
  const port = await stage.startService('shop-api');
  say(await measureLists(stage, store, port));
  say(await measureOrders(stage, store, port));
  return measureOperations(store, port);
}
