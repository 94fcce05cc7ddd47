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

/** Loads an object of the store and follows the newest version that the panel knows. */
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
   * Changes this version, confirms the change and shows the new version. If a newer version exists, shows it
   * instead and returns false. `isSaid` returns true if the page has already reported the conflict.
   */
  send: (known: Known<R>, attributes: object, isSaid?: (newer: Known<R>) => boolean) => Promise<boolean>;
  /** True if the service rejected a change because of a newer version and no form reports this. */
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
    // Reloads other data, because the change also affects other lists, sums and stock. The object itself is
    // already up to date.
    void queries.invalidateQueries({
      predicate: ({ queryKey }) =>
        queryKey[1] === shop.id && JSON.stringify(queryKey) !== JSON.stringify(key),
    });
    return true;
  };
  return { send, isLate };
}
