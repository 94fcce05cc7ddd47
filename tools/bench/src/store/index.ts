import { makeShop } from '../people';
import type { Stage } from '../stage';
import { fillStore } from './fill-store';
import { measureLists } from './lists';
import { measureStatistics } from './statistics';
import { openStoreCode } from './store-code';
import { measureOperations, measureOrders } from './writes';

export async function measureStore(
  stage: Stage,
  orders: number,
  say: (text: string) => void,
): Promise<string> {
  const shop = await makeShop(stage.client, 'bench-store');
  const store = await fillStore(stage.client, shop, orders);
  say(`filled ${shop.domain}: ${orders} orders\n`);
  const port = await stage.startService('shop-api');
  const code = await openStoreCode(stage);
  try {
    say(await measureLists(stage, code, store, port));
    say(await measureStatistics(stage.client, store, port));
    say(await measureOrders(stage, code, store, port));
  } finally {
    await code.close();
  }
  return measureOperations(store, port);
}
