import { shown, Violations } from './api-error';
import type { Order, PageQuery, Position } from '@storewright/pages';
import { type Cursors, cursorsOfProcess } from './cursor';
import { type Condition, conditionOf, fits, operatorsOf } from './filter';
import { type Include, readIncludes } from './include';
import { cursorPagination } from './media-type';
import { parseQueryString, type QueryParameters } from './query-string';
import { searchedWords } from './search-terms';
import { isStorable } from './string';
import type { Resource, ResourcesByType } from './types';

export const DEFAULT_PAGE_SIZE = 25;
export const MAX_PAGE_SIZE = 100;
/**
 * Position of the last object that a page can contain if it is requested with `page[number]`, because the
 * database must read and discard all objects before the page. Pages with a cursor have no such limit.
 */
export const MAX_PAGE_DEPTH = 10_000;

export interface ListQuery extends PageQuery {
  filters: Readonly<Record<string, string>>;
  conditions: readonly Condition[];
  words?: readonly string[];
  /**
   * Related resource types that the token cannot read. The search for `words` skips the columns of these
   * types.
   */
  unreadTypes?: ReadonlySet<string>;
  /** JSON text of `filter[meta]`, which filters objects by the meta that is attached to them. */
  meta?: string;
  /** Sparse fieldset of the listed resource type. Undefined means all fields. */
  fields?: ReadonlySet<string>;
  otherFields?: ReadonlyMap<string, ReadonlySet<string>>;
  /**
   * True if the query has the parameter `include`, even an empty one. The response then has the member
   * `included`.
   */
  included: boolean;
  includes?: readonly Include[];
  parameters: QueryParameters;
  cursors: Cursors;
}

export type ObjectQuery = Pick<ListQuery, 'fields' | 'otherFields' | 'included' | 'includes'>;

export const noObjectQuery: ObjectQuery = { included: false };

const alone: ResourcesByType = new Map();

export interface ListContext {
  resources?: ResourcesByType;
  cursors?: Cursors;
}

/**
 * Parses the query string of a list (docs/contract.md §2). Throws all violations together, each with the
 * parameter name in `source.parameter`.
 */
export function parseListQuery(
  resource: Resource,
  queryString: string,
  { resources = alone, cursors = cursorsOfProcess }: ListContext = {},
): ListQuery {
  const parameters = parseQueryString(queryString);
  const violations = new Violations();
  const query: ListQuery = {
    size: DEFAULT_PAGE_SIZE,
    order: resource.order,
    total: false,
    included: false,
    filters: {},
    conditions: [],
    parameters,
    cursors,
  };
  for (const [name, value] of parameters) {
    if (name === 'sort') query.order = readSort(resource, value, violations);
    else if (readObjectParameter({ resource, query, resources, violations }, name, value)) continue;
    else if (readMetaFilter(resource, query, name, value, resources)) continue;
    else if (readFilter(resource, query, name, value, violations)) continue;
    else if (!isPageParameter(name)) unknownParameter(resource, name, violations);
  }
  readPage(resource, query, violations);
  violations.throwIfAny();
  return query;
}

/** Parses the query string of a request for one object, or of a write. It accepts `fields` and `include`. */
export function parseObjectQuery(
  resource: Resource,
  queryString: string,
  resources: ResourcesByType = alone,
): ObjectQuery {
  if (queryString === '') return noObjectQuery;
  const violations = new Violations();
  const query: ObjectQuery = { included: false };
  for (const [name, value] of parseQueryString(queryString)) {
    if (!readObjectParameter({ resource, query, resources, violations }, name, value))
      unknownParameter(undefined, name, violations);
  }
  violations.throwIfAny();
  return query;
}

export function parseNoQuery(queryString: string): void {
  if (queryString === '') return;
  const violations = new Violations();
  for (const [name] of parseQueryString(queryString)) unknownParameter(undefined, name, violations);
  violations.throwIfAny();
}

interface ObjectParameters {
  resource: Resource;
  query: ObjectQuery;
  resources: ResourcesByType;
  violations: Violations;
}

function readObjectParameter(
  { resource, query, resources, violations }: ObjectParameters,
  name: string,
  value: string,
): boolean {
  if (name === 'include') {
    query.included = true;
    query.includes = readIncludes(resource, value, violations, resources);
    return true;
  }
  const type = /^fields\[([^[\]]+)\]$/.exec(name)?.[1];
  const shown = type === undefined ? undefined : type === resource.type ? resource : resources.get(type);
  if (!shown) return false;
  const fields = readFields(shown, name, value, violations);
  if (shown === resource) query.fields = fields;
  else query.otherFields = new Map([...(query.otherFields ?? []), [shown.type, fields]]);
  return true;
}

export function readFields(
  resource: Resource,
  name: string,
  value: string,
  violations: Violations,
): ReadonlySet<string> {
  const fields = value === '' ? [] : value.split(',');
  for (const field of fields.filter((each) => !resource.fields.has(each))) {
    refuse(
      violations,
      name,
      `"${shown(field)}" is not a field of ${resource.type}. Fields: ${[...resource.fields].join(', ')}.`,
    );
  }
  return new Set(fields);
}

/**
 * Parses `filter[name]` and `filter[name][operator]`. Operators are words such as `gte`, because JSON:API
 * allows only member names in brackets.
 */
function readFilter(
  resource: Resource,
  query: ListQuery,
  parameter: string,
  value: string,
  violations: Violations,
): boolean {
  const [, name, word] = /^filter\[([^[\]]+)\](?:\[([^[\]]+)\])?$/.exec(parameter) ?? [];
  if (name === undefined) return false;
  if (word === undefined && resource.filters.includes(name)) {
    query.filters = { ...query.filters, [name]: value };
    return true;
  }
  if (name === 'q' && word === undefined && resource.search) {
    query.words = readWords(parameter, value, violations);
    return true;
  }
  if (!Object.hasOwn(resource.filterable, name)) return false;
  const kind = resource.filterable[name]!;
  const operator = operatorsOf(kind).find((each) => each === (word ?? 'eq'));
  if (operator === undefined) {
    const fitting = operatorsOf(kind).join(', ');
    refuse(violations, parameter, `"${shown(word!)}" is not an operator of ${name}. Operators: ${fitting}.`);
    return true;
  }
  const condition = conditionOf(name, kind, operator, value);
  if (typeof condition === 'string') refuse(violations, parameter, condition);
  else query.conditions = [...query.conditions, condition];
  return true;
}

/** Adds the text of `filter[meta]` to the query. Only the meta library knows its syntax and parses it. */
function readMetaFilter(
  { takesMeta }: Resource,
  query: ListQuery,
  parameter: string,
  value: string,
  resources: ResourcesByType,
): boolean {
  if (parameter !== 'filter[meta]' || !takesMeta || !resources.has('meta')) return false;
  query.meta = value;
  return true;
}

export function readWords(parameter: string, value: string, violations: Violations): readonly string[] {
  const words = isStorable(value) ? searchedWords(value) : undefined;
  if (!words?.length) refuse(violations, parameter, 'filter[q] must contain one to eight words.');
  return words ?? [];
}

export const sortFieldsOf = ({ sortsById, sortable }: Pick<Resource, 'sortsById' | 'sortable'>) => [
  ...(sortsById ? ['id'] : []),
  ...sortable,
];

function readSort(resource: Resource, value: string, violations: Violations): readonly Order[] {
  const fields = sortFieldsOf(resource);
  const order: Order[] = [];
  for (const field of value.split(',')) {
    const column = field.replace(/^-/, '');
    if (!fields.includes(column)) {
      violations.add('invalid_query_parameter', {
        detail: `"${shown(field)}" is not a sort field. Sort fields: ${fields.join(', ')}. Prefix a field with "-" for descending order.`,
        source: { parameter: 'sort' },
        type: `${cursorPagination}unsupported-sort`,
      });
    } else if (order.some((each) => each.column === column)) {
      refuse(violations, 'sort', `"${column}" is repeated. Send each sort field once.`);
    } else {
      order.push({ column, descending: field.startsWith('-') });
    }
  }
  const id = order.findIndex(({ column }) => column === 'id');
  // Sort fields after the id have no effect, because ids are unique.
  return id >= 0
    ? order.slice(0, id + 1)
    : [...order, { column: 'id', descending: order.at(-1)?.descending ?? false }];
}

const pageParameters = ['page[size]', 'page[after]', 'page[before]', 'page[number]', 'page[total]'];
const isPageParameter = (name: string) => pageParameters.includes(name);

function readPage(resource: Resource, query: ListQuery, violations: Violations): void {
  const given = (name: string) => query.parameters.get(`page[${name}]`);
  const [size, number, total, after, before] = ['size', 'number', 'total', 'after', 'before'].map(given);
  if (size !== undefined) query.size = readSize(size, violations);
  if (total !== undefined) {
    if (total !== 'true' && total !== 'false')
      refuse(violations, 'page[total]', 'page[total] must be true or false.');
    query.total = total === 'true';
  }
  if (number !== undefined) readNumber(query, number, after ?? before, violations);
  if (after !== undefined && before !== undefined) {
    violations.add('invalid_query_parameter', {
      detail: 'Send either page[after] or page[before]. A range between two cursors is not supported.',
      source: { parameter: 'page[before]' },
      type: `${cursorPagination}range-pagination-not-supported`,
    });
  }
  if (after !== undefined) query.after = readCursor(resource, query, 'page[after]', after, violations);
  // An empty cursor in page[after] is the position after the last object of the list, so no page can follow.
  if (query.after?.length === 0)
    refuse(violations, 'page[after]', 'This cursor is at the end of the list. Use it with page[before].');
  if (before !== undefined) query.before = readCursor(resource, query, 'page[before]', before, violations);
}

function readSize(text: string, violations: Violations): number {
  const size = /^0*[1-9]\d*$/.test(text) ? Number(text) : undefined;
  if (size === undefined)
    refuse(violations, 'page[size]', `page[size] must be a whole number from 1 to ${MAX_PAGE_SIZE}.`);
  else if (size > MAX_PAGE_SIZE) {
    violations.add('invalid_query_parameter', {
      detail: `page[size] must be at most ${MAX_PAGE_SIZE}.`,
      source: { parameter: 'page[size]' },
      type: `${cursorPagination}max-size-exceeded`,
      meta: { page: { maxSize: MAX_PAGE_SIZE } },
    });
  }
  return size ?? DEFAULT_PAGE_SIZE;
}

/** True if a page is within the limit of `page[number]`. Later pages can be reached only with a cursor. */
export function isWithinDepth(number: number, size: number): boolean {
  return number * size <= MAX_PAGE_DEPTH;
}

function readNumber(
  query: ListQuery,
  text: string,
  cursor: string | undefined,
  violations: Violations,
): void {
  if (cursor !== undefined) refuse(violations, 'page[number]', 'Send a page[number] or a cursor, not both.');
  if (!/^0*[1-9]\d{0,8}$/.test(text))
    refuse(violations, 'page[number]', 'page[number] must be a whole number of at least 1.');
  else if (!isWithinDepth(Number(text), query.size)) {
    refuse(
      violations,
      'page[number]',
      `page[number] reaches only the first ${MAX_PAGE_DEPTH} objects. Follow links.next from the first page instead.`,
    );
  } else query.number = Number(text);
}

function readCursor(
  resource: Resource,
  { order, cursors }: ListQuery,
  name: string,
  text: string,
  violations: Violations,
): Position | undefined {
  const { ids } = resource;
  const form = ids && 'pattern' in ids ? new RegExp(ids.pattern) : undefined;
  const cursor = cursors.decode(order, text, form && ((id) => form.test(id)));
  const isOurs = cursor?.every((value, at) => fitsColumn(resource, order[at]!.column, value));
  if (!isOurs)
    refuse(
      violations,
      name,
      'The cursor is not valid for this list and sort order. Use the cursors in links.next and links.prev.',
    );
  return cursor;
}

/**
 * False for a cursor that was issued before the type of a sort column changed. The database would otherwise
 * compare values of different types.
 */
function fitsColumn({ attributes, meta }: Resource, column: string, value: string): boolean {
  const kind = attributes[column] ?? meta[column];
  if (kind === 'number' || kind === 'boolean') return fits('integer', value);
  return kind !== 'timestamp' || fits('timestamp', value);
}

function unknownParameter(resource: Resource | undefined, name: string, violations: Violations): void {
  const known = resource
    ? [
        'sort',
        'include',
        `fields[${resource.type}]`,
        ...pageParameters,
        ...[
          ...resource.filters,
          ...Object.keys(resource.filterable),
          ...(resource.search ? ['q'] : []),
          ...(resource.takesMeta ? ['meta'] : []),
        ].map((filter) => `filter[${filter}]`),
      ]
    : [];
  refuse(
    violations,
    name,
    `"${shown(name)}" is not a parameter of this request${known.length ? `. Parameters: ${known.join(', ')}` : ''}.`,
  );
}

function refuse(violations: Violations, parameter: string, detail: string): void {
  violations.add('invalid_query_parameter', { detail, source: { parameter } });
}
