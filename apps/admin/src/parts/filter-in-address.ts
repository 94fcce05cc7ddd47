import { useSearchParams } from 'react-router';

/**
 * A list filter in the query parameter `filter` of the screen's URL. The URL omits the default, which is the first
 * id.
 */
export function useFilterInAddress<Id extends string>(
  ids: readonly [Id, ...Id[]],
): [filter: Id, setFilter: (id: Id) => void] {
  const [search, setSearch] = useSearchParams();
  const given = search.get('filter');
  const filter = ids.find((id) => id === given) ?? ids[0];
  return [filter, (id) => setSearch(id === ids[0] ? {} : { filter: id })];
}
