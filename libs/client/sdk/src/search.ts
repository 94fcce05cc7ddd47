import { joined, type ResourceDocument } from './joined';
import type { operations } from './openapi';
import { queryString } from './query';
import type { TypeName } from './resource-types';
import type { Fields, Shown } from './shapes';
import type { RequestOptions, Transport } from './transport';

type Parameters = operations['search']['parameters']['query'];

/** Type that `shop.search` can search: `orders`, `products`, … */
export type SearchedType = NonNullable<Parameters['filter[type]']>[number] & TypeName;

export interface SearchOptions<T extends SearchedType, F extends Fields> extends RequestOptions {
  /** Types to search. Each requires its scope. Default: all types that the token can list. */
  types?: readonly T[];
  /** Maximum number of objects of each type, from 1 to 25. Default: 5. */
  size?: number;
  /** Attributes to return for each type: `{ orders: ['number'] }`. Default: all. */
  fields?: F;
}

/** State of the search of one type. */
export interface SearchState {
  /** `partial`: the search stopped early. `unavailable`: the search failed or took too long. */
  status: 'complete' | 'partial' | 'unavailable';
  /** True if more objects match. The filter `q` of the list of the type returns them. */
  has_more: boolean;
}

export interface SearchResult<T extends SearchedType, F extends Fields> {
  /** Objects grouped by type, newest first. `type` determines the attributes of each object. */
  data: { [Type in T]: Shown<Type, F> }[T][];
  /** State of each searched type. Types that the token cannot list are absent. */
  types: { [Type in T]?: SearchState };
}

/** Sends `GET /api/search`. */
export async function search<T extends SearchedType, F extends Fields>(
  transport: Transport,
  text: string,
  { types, size, fields, ...options }: SearchOptions<T, F>,
): Promise<SearchResult<T, F>> {
  const page = size === undefined ? undefined : { size };
  const query = queryString({
    filter: { q: text, type: types },
    ...(page && { page }),
    ...(fields && { fields }),
  });
  const { document } = await transport.send({ ...options, method: 'GET', path: `/api/search${query}` });
  const found = document as ResourceDocument & { meta: { types: SearchResult<T, F>['types'] } };
  return {
    data: joined(found, [], transport.contract) as SearchResult<T, F>['data'],
    types: found.meta.types,
  };
}
