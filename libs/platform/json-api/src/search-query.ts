import { shown, Violations } from './api-error';
import { readFields, readWords } from './list-query';
import { parseQueryString } from './query-string';
import type { Resource } from './types';

export const [DEFAULT_SEARCH_SIZE, MAX_SEARCH_SIZE] = [5, 25];

const MISSING = 'filter[q] is required. Send one to eight words to search for.';

export interface SearchQuery {
  words: readonly string[];
  /** Resource types from `filter[type]`. Defaults to all types that the token can list. */
  types?: readonly string[];
  size: number;
  fields: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Parses the query string of a search over several resource types (docs/contract.md §2). Throws all violations
 * together.
 */
export function parseSearchQuery(searched: readonly Resource[], queryString: string): SearchQuery {
  const parameters = parseQueryString(queryString);
  const violations = new Violations();
  const fields = new Map<string, ReadonlySet<string>>();
  const query: SearchQuery = { words: [], size: DEFAULT_SEARCH_SIZE, fields };
  if (!parameters.has('filter[q]')) violations.add('invalid_query_parameter', { detail: MISSING });
  for (const [name, value] of parameters) {
    const resource = searched.find(({ type }) => name === `fields[${type}]`);
    if (name === 'filter[q]') query.words = readWords(name, value, violations);
    else if (resource) fields.set(resource.type, readFields(resource, name, value, violations));
    else if (name === 'filter[type]') query.types = readTypes(searched, value, violations);
    else if (name === 'page[size]') query.size = readSize(value, violations);
    else unknownParameter(searched, name, violations);
  }
  violations.throwIfAny();
  return query;
}

function readTypes(searched: readonly Resource[], value: string, violations: Violations): readonly string[] {
  const types = [...new Set(value.split(','))];
  const known = searched.map(({ type }) => type);
  for (const type of types.filter((each) => !known.includes(each)))
    refuse(violations, 'filter[type]', `"${shown(type)}" cannot be searched. Types: ${known.join(', ')}.`);
  return types;
}

function readSize(text: string, violations: Violations): number {
  const size = /^0*[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
  if (size !== undefined && size <= MAX_SEARCH_SIZE) return size;
  refuse(violations, 'page[size]', `page[size] must be a whole number from 1 to ${MAX_SEARCH_SIZE}.`);
  return DEFAULT_SEARCH_SIZE;
}

function unknownParameter(searched: readonly Resource[], name: string, violations: Violations): void {
  const fields = searched.map(({ type }) => `fields[${type}]`);
  const known = ['filter[q]', 'filter[type]', 'page[size]', ...fields].join(', ');
  refuse(violations, name, `"${shown(name)}" is not a parameter of this request. Parameters: ${known}.`);
}

function refuse(violations: Violations, parameter: string, detail: string): void {
  violations.add('invalid_query_parameter', { detail, source: { parameter } });
}
