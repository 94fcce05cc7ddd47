import {
  ApiError,
  ApiErrors,
  asApiError,
  escapeTag,
  type ListQuery,
  parseListQuery,
  type Resource,
  Violations,
  withoutAtMembers,
  writeQueryString,
} from '@storewright/json-api';
import type { ResourceRegistry } from '../resource-registry';
import type { CreateExport } from './export.dto';

/**
 * Validates the body of an export request with the same rules as the query string of the exported list.
 * Throws 422 with JSON pointers.
 */
export function exportQuery(
  { resources, cursors }: ResourceRegistry,
  resource: Resource,
  shop_id: string,
  sent: CreateExport,
): ListQuery {
  const { type } = resource;
  const context = { resources, cursors: cursors.of(shop_id, `/api/exports ${type}`) };
  return inAttributes(() =>
    parseListQuery(resource, writeQueryString(parametersOf(resource, sent)).slice(1), context),
  );
}

function parametersOf(
  { type, filterable }: Resource,
  { filter = {}, sort, fields, after }: CreateExport,
): [string, string][] {
  return [
    ...Object.entries(filter).flatMap(([name, value]) => filterOf(name, value, filterable[name] === 'tags')),
    ...(sort === undefined ? [] : [['sort', sort] as [string, string]]),
    ...(fields === undefined ? [] : [[`fields[${type}]`, fields.join()] as [string, string]]),
    ...(after === undefined ? [] : [['page[after]', after] as [string, string]]),
  ];
}

/** Ignores members whose names start with `@` (JSON:API "@-Members"). */
function filterOf(name: string, sent: unknown, isTags: boolean): [string, string][] {
  const [parameter, value] = [`filter[${name}]`, withoutAtMembers(sent)];
  if (name === 'meta') return [[parameter, typeof value === 'string' ? value : JSON.stringify(value)]];
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [[parameter, textOf(value, isTags)]];
  return Object.entries(value).map(([operator, each]) => [`${parameter}[${operator}]`, textOf(each, isTags)]);
}

function textOf(value: unknown, isTags: boolean): string {
  if (!Array.isArray(value)) return String(value);
  const texts = value.map(String);
  return (isTags ? texts.map(escapeTag) : texts).join();
}

/**
 * Reports an invalid query parameter by the JSON pointer of the body attribute that contains the parameter.
 */
export function inAttributes<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw asAttributes(error);
  }
}

export function asAttributes(thrown: unknown): unknown {
  const errors = thrown instanceof ApiErrors ? thrown.errors : [thrown];
  const violations = new Violations();
  for (const error of errors) {
    const source =
      error instanceof ApiError && error.code === 'invalid_query_parameter' ? error.source : undefined;
    if (!source || !('parameter' in source)) return asApiError(thrown);
    const { message: detail } = error as ApiError;
    violations.add('invalid_attribute', { detail, source: { pointer: pointerOf(source.parameter) } });
  }
  return violations.errors.length === 1 ? violations.errors[0] : new ApiErrors(violations.errors);
}

/**
 * Maps the query parameter `filter[total_amount][gte]` to the JSON pointer
 * `/data/attributes/filter/total_amount/gte`.
 */
function pointerOf(parameter: string): string {
  const [family = '', ...names] = parameter.split(/[[\]]+/).filter(Boolean);
  if (family === 'page') return '/data/attributes/after';
  return ['/data/attributes', family, ...(family === 'filter' ? names : [])].join('/');
}
