import { useLocation } from 'react-router';
import type { Page, Resource } from '../../api/documents';
import { useShop } from '../../session/shop';
import { type PagedList, useListInAddress } from '../paged-list';
import type { Column } from '../table';
import { type ListDefinition, listPath, pageSearch, positionBehind, wishesOf } from './list-address';

export function useList<R extends Resource<object>>(
  key: readonly unknown[],
  definition: ListDefinition,
  load: (path: string, options: { signal: AbortSignal }) => Promise<Page<R>>,
): PagedList<R> {
  const { timeZone } = useShop();
  const { search } = useLocation();
  return useListInAddress<R>(key, listPath(definition, search, timeZone), load, (place, link, count) =>
    pageSearch(definition, place, link, positionBehind(place, link, count)),
  );
}

export function shownColumns<Row>(
  definition: ListDefinition,
  search: string,
  columns: readonly Column<Row>[],
): Column<Row>[] {
  const { hidden } = wishesOf(definition, search);
  return columns.filter(({ id }) => id === undefined || !hidden.includes(id));
}
