import { joined, type ResourceDocument } from './joined';
import type { operations } from './openapi';
import { queryString } from './query';
import type { TypeName } from './resource-types';
import type { Fields, Shown } from './shapes';
import type { RequestOptions, Transport } from './transport';

type Parameters = operations['search']['parameters']['query'];

/** Resource type that `shop.search` accepts, such as `orders` or `products`. */
export type SearchedType = NonNullable<Parameters['filter[type]']>[number] & TypeName;

export interface SearchOptions<T extends SearchedType, F extends Fields> extends RequestOptions {
  /**
   * Types to search. Each type requires the permission scope to list its resources. Defaults to all types
   * that the token can list.
   */
  types?: readonly T[];
  /** Maximum number of objects per type, from 1 to 25. Defaults to 5. */
  size?: number;
  /** Attributes to return, keyed by type: `{ orders: ['number'] }`. Defaults to all attributes. */
  fields?: F;
}

/** State of the search in one resource type. */
export interface SearchState {
  /**
   * `partial` means that the search stopped early. `unavailable` means that the search failed or timed out.
   */
  status: 'complete' | 'partial' | 'unavailable';
  /** True if more objects match the search. Read them with the list filter `q` of the type. */
  has_more: boolean;
}

export interface SearchResult<T extends SearchedType, F extends Fields> {
  /** Matching objects grouped by type, newest first. `type` determines the attributes of each object. */
  data: { [Type in T]: Shown<Type, F> }[T][];
  /** State of the search in each resource type. Types that the token cannot list are absent. */
  types: { [Type in T]?: SearchState };
}

/** Searches several resource types by `GET /api/search`. */
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
