import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '../../api/documents';
import { isProblem } from '../../api/problem';
import { isId } from '../../api/shop-apps';
import { changeKnown, type Known, readKnown, type StoreObject, type StoreType } from '../../api/store';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { toast } from '../toast';

/** An object of the store in its newest version that is known here. */
export function useKnown<R extends StoreObject>(type: StoreType, id: string) {
  const shop = useShop();
  return useQuery({
    queryKey: [type, shop.id, 'object', id],
    queryFn: ({ signal }) => readKnown<R>(shop.id, { type, id }, signal),
    enabled: isId(id),
  });
}

export interface Changing<R extends Resource<object>> {
  /**
   * Changes this version, says so, and shows the new one. Where there is a newer one nothing is done: it is shown, and false comes back. `isSaid`: whether that is
   * said of this newer one already.
   */
  send: (known: Known<R>, attributes: object, isSaid?: (newer: Known<R>) => boolean) => Promise<boolean>;
  /** Something was not done, because somebody else was faster, and nobody else says so. */
  isLate: boolean;
}

export function useChanging<R extends StoreObject>(type: StoreType): Changing<R> {
  const t = useTexts();
  const shop = useShop();
  const queries = useQueryClient();
  const [isLate, setLate] = useState(false);
  const send: Changing<R>['send'] = async (known, attributes, isSaid) => {
    const key = [type, shop.id, 'object', known.object.id];
    setLate(false);
    try {
      queries.setQueryData(key, await changeKnown(shop.id, known, attributes));
    } catch (error) {
      if (!isProblem(error) || error.status !== 412) throw error;
      await queries.refetchQueries({ queryKey: key }, { throwOnError: true });
      const newer = queries.getQueryData<Known<R>>(key);
      setLate(!(newer && isSaid?.(newer)));
      return false;
    }
    toast(t('store.saved'));
    // Lists, sums and stock of others change with it; the object itself is known.
    void queries.invalidateQueries({
      predicate: ({ queryKey }) =>
        queryKey[1] === shop.id && JSON.stringify(queryKey) !== JSON.stringify(key),
    });
    return true;
  };
  return { send, isLate };
}
