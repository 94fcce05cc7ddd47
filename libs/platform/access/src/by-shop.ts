/** Groups items by shop id. Items of the same shop keep their order. */
export function byShop<T>(items: Iterable<T>, shopOf: (item: T) => string): Map<string, T[]> {
  const shops = new Map<string, T[]>();
  for (const item of items) {
    const shop_id = shopOf(item);
    const ofShop = shops.get(shop_id);
    if (ofShop) ofShop.push(item);
    else shops.set(shop_id, [item]);
  }
  return shops;
}
