import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Resource } from '../../api/documents';
import { isProblem } from '../../api/problem';
import { isId } from '../../api/shop-apps';
import { changeKnown, type Known, readKnown, type StoreObject, type StoreType } from '../../api/store';
import { useShop } from '../../session/shop';
import { useTexts } from '../../texts/texts';
import { toast } from '../toast';
import { objectName } from './object-name';

/** Loads an object of the shop into the query cache and returns its newest version. */
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
   * Saves changes of an object version and shows the new version. If a newer version exists, shows the newer version
   * instead and returns false. `isSaid` returns true if the page has already reported the conflict.
   */
  send: (known: Known<R>, attributes: object, isSaid?: (newer: Known<R>) => boolean) => Promise<boolean>;
  /** True if the API rejected a change because of a newer version, and no form reports the conflict. */
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
    let name: string | undefined;
    try {
      const saved = await changeKnown(shop.id, known, attributes);
      queries.setQueryData(key, saved);
      name = objectName(saved.object);
    } catch (error) {
      if (!isProblem(error) || error.status !== 412) throw error;
      await queries.refetchQueries({ queryKey: key }, { throwOnError: true });
      const newer = queries.getQueryData<Known<R>>(key);
      setLate(!(newer && isSaid?.(newer)));
      return false;
    }
    toast(name === undefined ? t('store.saved') : t('store.saved.of', { name }));
    // Reloads the other data of the shop, because a change also affects lists, totals and stock.
    void queries.invalidateQueries({
      predicate: ({ queryKey }) =>
        queryKey[1] === shop.id && JSON.stringify(queryKey) !== JSON.stringify(key),
    });
    return true;
  };
  return { send, isLate };
}
