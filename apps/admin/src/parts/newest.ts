import { useQuery } from '@tanstack/react-query';
import type { Resource } from '../api/documents';
import { shopPage } from '../api/shop-api';
import { useShop } from '../session/shop';

/**
 * Loads the id of the shop's newest object of a resource type. Returns null if the shop has no such object.
 * Loads nothing while `type` is undefined.
 */
export function useNewest(type: string | undefined) {
  const { id } = useShop();
  return useQuery({
    queryKey: [type, id, 'newest'],
    queryFn: async ({ signal }) => {
      const sort = type === 'events' ? '-sequence' : '-id';
      const query = { sort, 'page[size]': 1 };
      return (await shopPage<Resource>(id, `/api/${type}`, { query, signal })).data[0]?.id ?? null;
    },
    enabled: type !== undefined,
  });
}
