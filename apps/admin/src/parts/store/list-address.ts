import type { Query } from '../../api/request';
import { addressOf } from '../../api/request';
import { cursors, queryOf, searchOfPage } from '../place';

/** One list of the store: what it is, how it is filtered and searched. */
export interface ListDefinition {
  /** `/api/orders` */
  path: string;
  sort: string;
  include?: string;
  /** Attributes that are filtered for one of a few words. */
  filters: readonly { name: string; words: readonly string[] }[];
  /** The filters that a search asks for; `q` where absent. */
  find?: (text: string) => Record<string, string>;
}

const nameOf = (filter: string): string => `filter[${filter}]`;
const asked = ({ filters }: ListDefinition) => ['q', ...filters.map(({ name }) => nameOf(name))];

/** What the address of a list says: the words of a search, and of each filter one of its words or an empty text. */
export function wishesOf(definition: ListDefinition, search: string): { q: string; words: string[] } {
  const given = new URLSearchParams(search);
  const words = definition.filters.map(({ name, words: known }) => {
    const word = given.get(nameOf(name)) ?? '';
    return known.includes(word) ? word : '';
  });
  return { q: (given.get('q') ?? '').trim(), words };
}

/** The address of the first page, with one of the wishes changed. `name`: of a filter, or `q`. */
export function searchWith(definition: ListDefinition, search: string, name: string, value: string): string {
  const given = new URLSearchParams(search);
  const parameter = name === 'q' ? 'q' : nameOf(name);
  if (value === '') given.delete(parameter);
  else given.set(parameter, value);
  return queryOf(given, asked(definition));
}

/** The address of another page: `link` as the API wrote it, or none for the first page. */
export function pageSearch(definition: ListDefinition, search: string, link: string | undefined): string {
  return searchOfPage(search, link, asked(definition));
}

/** The filters in force, by their names in the API. */
export function filtersOf(definition: ListDefinition, search: string): Record<string, string> {
  const { filters, find = (q) => ({ q }) } = definition;
  const { q, words } = wishesOf(definition, search);
  const chosen = filters.flatMap(({ name }, at) => (words[at] ? [[name, words[at]]] : []));
  return { ...(Object.fromEntries(chosen) as Record<string, string>), ...(q === '' ? {} : find(q)) };
}

/** The path of the API for all that the address of a list asks for, from its first page, with large pages. */
export function everythingPath(definition: ListDefinition, search: string): string {
  const query: Query = { sort: definition.sort, 'page[size]': 100 };
  for (const [name, value] of Object.entries(filtersOf(definition, search))) query[nameOf(name)] = value;
  return addressOf(definition.path, query);
}

/** The path of the API for the address of a list. How many there are is not asked of a search: each of them would be looked for. */
export function listPath(definition: ListDefinition, search: string): string {
  const { path, sort, include } = definition;
  const given = new URLSearchParams(search);
  const filters = filtersOf(definition, search);
  const query: Query = { sort, include, 'page[total]': 'q' in filters ? undefined : 'true' };
  for (const [name, value] of Object.entries(filters)) query[nameOf(name)] = value;
  for (const name of cursors) query[name] = given.get(name) ?? undefined;
  return addressOf(path, query);
}
