import { keepPreviousData, type QueryKey, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { authPage } from '../../api/auth-api';
import type { Page, Resource } from '../../api/documents';
import { shopPage } from '../../api/shop-api';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';
import { useToday } from '../../parts/today';
import { datesUpTo } from '../../parts/zone-days';
import { byDay, type Count, type CountAt, type DayCount, lastDays } from './days';
import { type OrderPeriod, type OrderStatistic } from './order-days';

/** Number of days on the home screen, including today. */
export const daysBack = 7;

/** Maximum number of loaded pages of request counts. Users cannot compare more apps and tokens. */
const MAX_PAGES = 5;

type RequestCounts = Resource<Count & { name: string | null; series: CountAt[] }>;

export interface Traffic {
  id: string;
  name: string | null;
  kind: 'app' | 'token';
  days: DayCount[];
}

export function useTraffic() {
  const { id, timeZone } = useShop();
  return useQuery({
    queryKey: ['request_counts', id, timeZone],
    queryFn: async ({ signal }): Promise<Traffic[]> => {
      const days = lastDays(Date.now(), daysBack, timeZone);
      const all: RequestCounts[] = [];
      let path: string | null | undefined =
        `/api/shops/${id}/request_counts?filter[interval]=hour&page[size]=100&filter[since]=${days[0]!.toISOString()}`;
      for (let pages = 0; path && pages < MAX_PAGES; pages += 1) {
        const page: Page<RequestCounts> = await authPage<RequestCounts>(path, { signal });
        all.push(...page.data);
        path = page.links?.next;
      }
      return all
        .sort((a, b) => b.attributes.requests - a.attributes.requests)
        .map(({ id: credential, attributes: { name, series }, relationships }) => ({
          id: credential,
          name,
          kind: relationships?.['installation']?.data ? ('app' as const) : ('token' as const),
          days: byDay(series, days),
        }));
    },
    refetchInterval: 30_000,
  });
}

/**
 * Loads order statistics of the last days, by day and currency. The previous period stays visible while another
 * period is loading.
 */
export function useOrderStatistics(days: number) {
  const { id, timeZone } = useShop();
  const dates = datesUpTo(useToday(timeZone), days);
  const [from, to] = [dates[0]!, dates.at(-1)!];
  return useQuery({
    queryKey: ['order_statistics', id, timeZone, from, to],
    queryFn: async ({ signal }): Promise<OrderPeriod> => {
      const statistics: OrderStatistic[] = [];
      // Follows the pagination links, because a page can contain only one of the currencies.
      let path: string | null | undefined =
        `/api/order_statistics?filter[from]=${from}&filter[to]=${to}&page[size]=100`;
      while (path) {
        const page: Page<OrderStatistic> = await shopPage<OrderStatistic>(id, path, { signal });
        statistics.push(...page.data);
        path = page.links?.next;
      }
      return { dates, statistics };
    },
    placeholderData: keepPreviousData,
  });
}

/** A query for the total of a list, without the list's items. */
function total(key: QueryKey, path: string) {
  return {
    queryKey: [...key, 'total'],
    queryFn: async ({ signal }: { signal: AbortSignal }): Promise<number> => {
      const { meta } = await authPage<Resource>(path, {
        query: { 'page[size]': 1, 'page[total]': 'true' },
        signal,
      });
      return (meta as { page: { total: number } }).page.total;
    },
  };
}

export function useNumbers() {
  const { id } = useShop();
  const shop = `/api/shops/${id}`;
  const [apps, ownTokens, appTokens] = useQueries({
    queries: [
      total(['installations', id, 'installed'], `${shop}/installations?filter[status]=installed`),
      total(['access_tokens', id, 'active'], `${shop}/access_tokens?filter[status]=active`),
      total(['oauth_tokens', id, 'active'], `${shop}/oauth_tokens?filter[status]=active`),
    ],
  });
  return { apps, ownTokens, appTokens };
}

export interface Steps {
  token: boolean;
  app: boolean;
  /** True if the shop has meta objects. Undefined until the shop API has responded. */
  meta: boolean | undefined;
}

/** Loads which setup steps the owner has completed. Steps in the auth API do not wait for the shop API. */
export function useSteps() {
  const { id } = useShop();
  const may = useMay();
  const enabled = may('access_tokens.collection', 'meta.collection', 'installations.collection');
  const one = { 'page[size]': 1 };
  const auth = useQuery({
    queryKey: ['access_tokens', id, 'steps'],
    enabled,
    queryFn: async ({ signal }): Promise<Pick<Steps, 'token' | 'app'>> => {
      const [tokens, apps] = await Promise.all([
        authPage<Resource>(`/api/shops/${id}/access_tokens`, { query: one, signal }),
        authPage<Resource>(`/api/shops/${id}/installations`, { query: one, signal }),
      ]);
      return { token: tokens.data.length > 0, app: apps.data.length > 0 };
    },
    // Reloads the steps on every visit, so that a completed setup step disappears.
    staleTime: 0,
  });
  const shop = useQuery({
    queryKey: ['meta', id, 'steps'],
    enabled,
    queryFn: async ({ signal }): Promise<boolean> =>
      (await shopPage<Resource>(id, '/api/meta', { query: one, signal })).data.length > 0,
    staleTime: 0,
  });
  const steps: Steps | undefined = auth.data && { ...auth.data, meta: shop.data };
  return { steps, auth, shop };
}

/** Returns true once `isLoading` has been true for `afterMs` milliseconds. */
export function useIsLate(isLoading: boolean, afterMs: number): boolean {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setLate(true), afterMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isLoading, afterMs]);
  return isLate && isLoading;
}
