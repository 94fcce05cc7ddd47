import { labShapes } from '@storewright/meta/testing';
import { getDocument, targetOf } from './http';
import { median } from './numbers';
import type { BenchShop } from './people';
import { table } from './table';

/**
 * Number of requests for each filter and shop size. Requests alternate between the shop sizes, because the
 * speed of a machine drifts.
 */
const TURNS = 60;
/** Maximum response time in the largest shop, as a multiple of the response time in the smallest shop. */
const BAR = 1.5;

/**
 * Measures the median response time in milliseconds of the first page with each filter, by number of objects
 * in the shop.
 */
export async function measureSizes(
  port: number,
  shops: { size: number; shop: BenchShop }[],
): Promise<string> {
  const names = labShapes(shops[0]!.size).map(({ name }) => name);
  const rows = [];
  for (const [at, name] of names.entries()) {
    const times = shops.map(() => [] as number[]);
    for (let turn = 0; turn < TURNS + 5; turn += 1) {
      for (const [of, { size, shop }] of shops.entries()) {
        const { ms } = await getDocument(targetOf(shop, port), pathOf(labShapes(size)[at]!));
        if (turn >= 5) times[of]!.push(ms);
      }
    }
    const medians = times.map(median);
    const growth = medians.at(-1)! / medians[0]!;
    rows.push([
      name,
      ...medians.map((ms) => ms.toFixed(2)),
      growth.toFixed(2),
      growth <= BAR ? 'met' : 'MISSED',
    ]);
  }
  return table(
    ['first page of 25, ms', ...shops.map(({ size }) => String(size)), 'growth', `bar ${BAR}`],
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
