import { useQuery } from '@tanstack/react-query';
import { shopPage } from '../../api/shop-api';
import type { Order } from '../../api/store';
import { useShop } from '../../session/shop';

/** The currency of the newest order: sums of a customer have none of their own. Null: there is no order, or it is not known yet. */
export function useShopCurrency(): string | null {
  const { id } = useShop();
  const { data } = useQuery({
    queryKey: ['currency', id],
    queryFn: async ({ signal }) => {
      const query = { sort: '-id', 'page[size]': 1 };
      const [order] = (await shopPage<Order>(id, '/api/orders', { query, signal })).data;
      return order?.attributes.currency_code ?? null;
    },
    staleTime: 300_000,
  });
  return data ?? null;
}
