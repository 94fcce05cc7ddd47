import { useQuery } from '@tanstack/react-query';
import { isId } from '../../api/shop-apps';
import { readDelivery } from '../../api/webhooks';
import { deliveriesKey } from '../../parts/webhooks';
import { useShop } from '../../session/shop';
import { isUnderWay } from './delivery-parts';

/** Repeatedly loads a webhook delivery until its final status. */
export function useDelivery(id: string, everyMs: number) {
  const shop = useShop();
  return useQuery({
    queryKey: [...deliveriesKey(shop.id), 'one', id],
    queryFn: ({ signal }) => readDelivery(shop.id, id, signal),
    enabled: isId(id),
    refetchInterval: ({ state: { data } }) => data && isUnderWay(data.attributes.status) && everyMs,
  });
}
