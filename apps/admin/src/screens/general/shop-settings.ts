import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askAuth } from '../../api/auth-api';
import type { Document, Resource } from '../../api/documents';
import { isProblem } from '../../api/problem';
import type { Answer } from '../../api/request';
import type { Known } from '../../api/store';
import type { Changing } from '../../parts/store/known';
import { toast } from '../../parts/toast';
import { contactOf, type ShopContact, type ShopResource, useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';

/** Editable settings of a shop. The API returns the name as an attribute and the other settings in `meta`. */
type ShopSettings = Resource<ShopContact & { name: string; time_zone: string; currency_code: string }>;

const keyOf = (id: string) => ['shop-settings', id] as const;
const pathOf = (id: string) => `/api/shops/${id}`;

function known({ document: { data }, headers }: Answer<Document<ShopResource>>): Known<ShopSettings> {
  const { time_zone, currency_code } = data.meta!;
  const attributes = { name: data.attributes.name, time_zone, currency_code, ...contactOf(data) };
  return { object: { type: data.type, id: data.id, attributes }, etag: headers.get('etag') ?? '' };
}

export function useKnownShop() {
  const { id } = useShop();
  return useQuery({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => known(await askAuth<Document<ShopResource>>(pathOf(id), { signal })),
  });
}

/** Saves shop settings if the loaded version is current. Otherwise shows the newer version. */
export function useChangingShop(): Changing<ShopSettings> {
  const t = useTexts();
  const { id } = useShop();
  const queries = useQueryClient();
  const [isLate, setLate] = useState(false);
  const send: Changing<ShopSettings>['send'] = async ({ etag }, attributes, isSaid) => {
    setLate(false);
    try {
      const data = { type: 'shops', id, attributes };
      const options = { method: 'PATCH', data, headers: { 'if-match': etag } } as const;
      queries.setQueryData(keyOf(id), known(await askAuth<Document<ShopResource>>(pathOf(id), options)));
    } catch (error) {
      if (!isProblem(error) || error.status !== 412) throw error;
      await queries.refetchQueries({ queryKey: keyOf(id) }, { throwOnError: true });
      const newer = queries.getQueryData<Known<ShopSettings>>(keyOf(id));
      setLate(!(newer && isSaid?.(newer)));
      return false;
    }
    // Reloads the shop, because every screen uses its name, time zone, currency or contact details.
    await queries.invalidateQueries({ queryKey: ['shop'] });
    void queries.invalidateQueries({ queryKey: ['shops'] });
    toast(
      t('store.saved.of', {
        name: queries.getQueryData<Known<ShopSettings>>(keyOf(id))!.object.attributes.name,
      }),
    );
    return true;
  };
  return { send, isLate };
}
