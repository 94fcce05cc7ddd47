import {
  DEFAULT_SEARCH_SIZE,
  type JsonSchema,
  MAX_SEARCH_SIZE,
  type Resource,
  typeStateSchema,
} from '@storewright/json-api';
import { fieldsOf, list, query } from './query-parameter';
import { object, ref } from './resource-schema';
import { schemaName } from './names';

export function searchParameters(searched: readonly Resource[]): JsonSchema[] {
  const types = searched.map(({ type }) => type);
  return [
    query(
      'filter[q]',
      'One to eight words. Each must match an object as in the filter[q] of its list, regardless of case and ' +
        'accents. Related objects are searched if the token has the scope to list them.',
      { type: 'string', minLength: 1 },
      { required: true },
    ),
    query(
      'filter[type]',
      'Resource types to search. Each type requires its scope. Defaults to all types that the token can list.',
      { type: 'array', items: { type: 'string', enum: types } },
      list,
    ),
    query('page[size]', `Maximum number of objects of each type. Defaults to ${DEFAULT_SEARCH_SIZE}.`, {
      ...{ type: 'integer', minimum: 1, maximum: MAX_SEARCH_SIZE, default: DEFAULT_SEARCH_SIZE },
    }),
    ...searched.map(fieldsOf),
  ];
}

/**
 * Returns the JSON Schema of a search response, which contains objects of all types and, in `meta`, the
 * search status of each type.
 */
export function searchSchema(searched: readonly Resource[]): JsonSchema {
  const states = Object.fromEntries(searched.map(({ type }) => [type, typeStateSchema]));
  return object({
    jsonapi: ref('JsonApi'),
    links: ref('PageLinks'),
    data: { type: 'array', items: { anyOf: searched.map((resource) => ref(schemaName(resource))) } },
    meta: object({ types: object(states, Object.keys(states)) }),
  });
}
