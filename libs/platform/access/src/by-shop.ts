/** What waits to be written, by shop: each shop's goes in one statement. In one order everywhere, so that no two processes wait for each other's rows. */
export function byShop<Count extends { shop_id: string }>(
  counts: ReadonlyMap<string, Count>,
): Map<string, [string, Count][]> {
  const shops = new Map<string, [string, Count][]>();
  for (const entry of [...counts].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const { shop_id } = entry[1];
    const ofShop = shops.get(shop_id);
    if (ofShop) ofShop.push(entry);
    else shops.set(shop_id, [entry]);
  }
  return shops;
}
