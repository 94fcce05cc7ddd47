import type { Query } from '../../api/request';
import { addressOf } from '../../api/request';
import { cursors, queryOf, searchOfPage } from '../place';

/** A list of the store with its filters and its search. */
export interface ListDefinition {
  /** API path, such as `/api/orders`. */
  path: string;
  sort: string;
  include?: string;
  /** Attributes that can be filtered by one of a few values. */
  filters: readonly { name: string; words: readonly string[] }[];
  /** Returns the filters for a search text. Default: `q`. */
  find?: (text: string) => Record<string, string>;
}

const nameOf = (filter: string): string => `filter[${filter}]`;
const asked = ({ filters }: ListDefinition) => ['q', ...filters.map(({ name }) => nameOf(name))];

/**
 * Reads the search text and filter values from the query string of a list. An unset filter is an empty
 * string.
 */
export function wishesOf(definition: ListDefinition, search: string): { q: string; words: string[] } {
  const given = new URLSearchParams(search);
  const words = definition.filters.map(({ name, words: known }) => {
    const word = given.get(nameOf(name)) ?? '';
    return known.includes(word) ? word : '';
  });
  return { q: (given.get('q') ?? '').trim(), words };
}

/** Returns the query string of the first page with one filter changed. `name` is a filter or `q`. */
export function searchWith(definition: ListDefinition, search: string, name: string, value: string): string {
  const given = new URLSearchParams(search);
  const parameter = name === 'q' ? 'q' : nameOf(name);
  if (value === '') given.delete(parameter);
  else given.set(parameter, value);
  return queryOf(given, asked(definition));
}

/** Returns the query string of another page. `link` is the API's link, or undefined for the first page. */
export function pageSearch(definition: ListDefinition, search: string, link: string | undefined): string {
  return searchOfPage(search, link, asked(definition));
}

/** Returns the active filters by their API names. */
export function filtersOf(definition: ListDefinition, search: string): Record<string, string> {
  const { filters, find = (q) => ({ q }) } = definition;
  const { q, words } = wishesOf(definition, search);
  const chosen = filters.flatMap(({ name }, at) => (words[at] ? [[name, words[at]]] : []));
  return { ...(Object.fromEntries(chosen) as Record<string, string>), ...(q === '' ? {} : find(q)) };
}

/** Returns the API path of the first page of the filtered list, with large pages. */
export function everythingPath(definition: ListDefinition, search: string): string {
  const query: Query = { sort: definition.sort, 'page[size]': 100 };
  for (const [name, value] of Object.entries(filtersOf(definition, search))) query[nameOf(name)] = value;
  return addressOf(definition.path, query);
}

/**
 * Returns the API path for the query string of a list. Does not request the total of a search, which would be
 * expensive.
 */
export function listPath(definition: ListDefinition, search: string): string {
  const { path, sort, include } = definition;
  const given = new URLSearchParams(search);
  const filters = filtersOf(definition, search);
  const query: Query = { sort, include, 'page[total]': 'q' in filters ? undefined : 'true' };
  for (const [name, value] of Object.entries(filters)) query[nameOf(name)] = value;
  for (const name of cursors) query[name] = given.get(name) ?? undefined;
  return addressOf(path, query);
}
