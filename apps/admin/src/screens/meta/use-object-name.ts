import { useQuery } from '@tanstack/react-query';
import type { Document, Resource } from '../../api/documents';
import { shopDocument } from '../../api/shop-api';
import { isId } from '../../api/shop-apps';
import { objectAddress } from '../../parts/store/object-link';
import { objectName } from '../../parts/store/object-name';
import { useMay } from '../../session/membership';
import { useShop } from '../../session/shop';

/**
 * Returns the name of the object to which the metadata belongs, such as its title. Returns undefined while the object
 * is loading, if its type has no screen, or if the user cannot read it.
 */
export function useObjectName(about: { resource_type: string; resource_id: string } | undefined) {
  const shop = useShop();
  const may = useMay();
  const { resource_type: type = '', resource_id: id = '' } = about ?? {};
  const query = useQuery({
    queryKey: [type, shop.id, id, 'name'],
    enabled: isId(id) && objectAddress(type, id) !== undefined && may(`${type}.get`),
    queryFn: async ({ signal }) => {
      const read = await shopDocument<Document<Resource>>(shop.id, `/api/${type}/${id}`, { signal });
      return objectName(read.data) ?? null;
    },
    // Disables retries, because the object may be deleted or belong to another system.
    retry: false,
  });
  return query.data ?? undefined;
}
