import { labShapes } from '@storewright/meta/testing';
import { median } from './load';
import type { BenchShop } from './people';
import { get } from './requests';
import { table } from './table';

/** Requests for each shape and size; sizes take turns, because machines drift. */
const turns = 60;
/** How much slower the largest shop may be than the smallest. */
const bar = 1.5;

/** What the first page of each filter shape costs over HTTP, one request at a time: median ms by size of shop. */
export async function measureSizes(
  port: number,
  shops: { size: number; shop: BenchShop }[],
): Promise<string> {
  const names = labShapes(shops[0]!.size).map(({ name }) => name);
  const rows = [];
  for (const [at, name] of names.entries()) {
    const times = shops.map(() => [] as number[]);
    for (let turn = 0; turn < turns + 5; turn += 1) {
      for (const [of, { size, shop }] of shops.entries()) {
        const target = { port, host: `${shop.domain}.localhost`, token: shop.token };
        const { ms } = await get(target, pathOf(labShapes(size)[at]!));
        if (turn >= 5) times[of]!.push(ms);
      }
    }
    const medians = times.map(median);
    const growth = medians.at(-1)! / medians[0]!;
    rows.push([
      name,
      ...medians.map((ms) => ms.toFixed(2)),
      growth.toFixed(2),
      growth <= bar ? 'met' : 'MISSED',
    ]);
  }
  return table(
    ['first page of 25, ms', ...shops.map(({ size }) => String(size)), 'growth', `bar ${bar}`],
    rows,
  );
}

function pathOf({
  conditions,
  resource_type,
  resource_id,
  order,
}: ReturnType<typeof labShapes>[number]): string {
  const parameters = new URLSearchParams();
  if (conditions.length) parameters.set('filter[meta]', JSON.stringify(conditions));
  if (resource_type) parameters.set('filter[resource_type]', resource_type);
  if (resource_id) parameters.set('filter[resource_id]', resource_id);
  if (order)
    parameters.set(
      'sort',
      order.map(({ column, descending }) => (descending ? `-${column}` : column)).join(),
    );
  return `/api/meta?${parameters}`;
}
