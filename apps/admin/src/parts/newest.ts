import { useQuery } from '@tanstack/react-query';
import type { Resource } from '../api/documents';
import { shopPage } from '../api/shop-api';
import { useShop } from '../session/shop';

/** The id of one object of this type, the newest where ids tell; null: the shop has none. Undefined: nothing is asked. */
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
