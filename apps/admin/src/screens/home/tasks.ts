import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { authPage } from '../../api/auth-api';
import type { Page, Resource } from '../../api/documents';
import { installationsPath } from '../../api/installations';
import { readPausedApps } from '../../api/paused-apps';
import { addressOf, type Query } from '../../api/request';
import { shopPage } from '../../api/shop-api';
import type { IconName } from '../../parts/icon';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';

/** Maximum number of objects that a task counts. The panel shows a higher count as "100+". */
export const MAX_COUNTED = 100;

export interface TaskCount {
  count: number;
  isMore: boolean;
}

interface TaskDefinition {
  id: 'fulfill' | 'unpaid' | 'outOfStock' | 'permissions' | 'undelivered' | 'tokens';
  icon: IconName;
  needs: readonly string[];
  to: string;
  /** Resource type at the start of the query key. A change of an object with this type reloads the count. */
  type: string;
  load: (shopId: string, signal: AbortSignal) => Promise<TaskCount>;
}

const toFulfill = { 'filter[status]': 'open', 'filter[fulfillment_status]': 'unfulfilled,partial' };
const unpaid = { 'filter[status]': 'open,completed', 'filter[payment_status]': 'pending,authorized' };
const outOfStock = { 'filter[inventory_quantity][lte]': '0' };

/** Tasks on the home screen, most frequent task first. */
const tasks: readonly TaskDefinition[] = [
  {
    ...{ id: 'fulfill', icon: 'orders', needs: ['orders.collection'], type: 'orders' },
    to: addressOf('/orders', toFulfill),
    load: (shopId, signal) =>
      countInShop(shopId, 'orders', { ...toFulfill, 'fields[orders]': 'number' }, signal),
  },
  {
    ...{ id: 'unpaid', icon: 'orders', needs: ['orders.collection'], type: 'orders' },
    to: addressOf('/orders', unpaid),
    load: (shopId, signal) =>
      countInShop(shopId, 'orders', { ...unpaid, 'fields[orders]': 'number' }, signal),
  },
  {
    ...{ id: 'outOfStock', icon: 'product', needs: ['variants.collection'], type: 'variants' },
    to: '/stock?filter=out',
    load: (shopId, signal) =>
      countInShop(shopId, 'variants', { ...outOfStock, 'fields[variants]': 'sku' }, signal),
  },
  {
    ...{ id: 'permissions', icon: 'apps', needs: ['installations.collection', 'installations.post'] },
    ...{ type: 'installations', to: '/apps?filter[status]=permissions_changed' },
    load: async (shopId, signal) =>
      countOf(
        await authPage(installationsPath(shopId), {
          query: { 'filter[permissions_changed]': 'true', 'page[size]': MAX_COUNTED },
          signal,
        }),
      ),
  },
  {
    ...{ id: 'undelivered', icon: 'warning', needs: ['webhook_streams.collection', 'installations.get'] },
    ...{ type: 'webhook_streams', to: '/apps' },
    load: async (shopId, signal) => ({ count: (await readPausedApps(shopId, signal)).count, isMore: false }),
  },
  {
    ...{ id: 'tokens', icon: 'key', needs: ['access_tokens.collection'], type: 'access_tokens' },
    to: '/settings/api-access?filter=unused',
    load: async (shopId, signal) =>
      countOf(
        await authPage(`/api/shops/${shopId}/access_tokens`, {
          query: { 'filter[unused]': 'true', 'page[size]': MAX_COUNTED },
          signal,
        }),
      ),
  },
];

export type Task = TaskDefinition & { query: UseQueryResult<TaskCount> };

/** Loads the tasks that the user has access to. A task that fails to load does not hide the other tasks. */
export function useTasks(): Task[] {
  const { id } = useShop();
  const may = useMay();
  const permitted = tasks.filter(({ needs }) => may(...needs));
  const queries = useQueries({
    queries: permitted.map(({ id: task, type, load }) => ({
      queryKey: [type, id, 'task', task],
      queryFn: ({ signal }: { signal: AbortSignal }) => load(id, signal),
    })),
  });
  return permitted.map((task, at) => ({ ...task, query: queries[at]! }));
}

async function countInShop(
  shopId: string,
  type: 'orders' | 'variants',
  query: Query,
  signal: AbortSignal,
): Promise<TaskCount> {
  return countOf(
    await shopPage(shopId, `/api/${type}`, { query: { ...query, 'page[size]': MAX_COUNTED }, signal }),
  );
}

function countOf({ data, links }: Page<Resource>): TaskCount {
  return { count: data.length, isMore: Boolean(links?.next) };
}
