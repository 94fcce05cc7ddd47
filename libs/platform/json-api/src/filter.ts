import { isUuid } from '@storewright/text';
import { shown } from './api-error';
import { isStorable } from './string';
import { parseTimestamp } from './timestamp';

/**
 * Value type of a filter. `string` compares by code point, `integer` allows safe integers, and an array lists
 * the allowed words. In the object form, `column` names the column, and `as` normalizes a value before the
 * comparison.
 */
export type FilterKind =
  | Compared
  | { is: Compared; column?: string; as?: (text: string) => string; isNullable?: boolean };
type Compared = 'string' | 'int32' | 'integer' | 'timestamp' | 'boolean' | 'id' | 'tags' | readonly string[];

/**
 * A comparison from the query parameter `filter[name]` or `filter[name][operator]` of a list
 * (docs/adr/filters.md).
 */
export interface Condition {
  name: string;
  /**
   * `all` requires that a row has all tags in `values`. `exists` has the value `true` or `false`, and tests
   * whether a column is not null.
   */
  operator: '=' | '<>' | '<' | '<=' | '>' | '>=' | 'all' | 'exists';
  /**
   * Validated and normalized filter values. `=` matches a row that has any of the values. `<>` matches a row
   * that has none of the values.
   */
  values: readonly string[];
}

const operators = {
  eq: '=',
  ne: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  all: 'all',
  exists: 'exists',
} as const;
export type FilterOperator = keyof typeof operators;

/**
 * Returns the operators that a filter accepts. `lt`, `lte`, `gt` and `gte` require values with an order,
 * `all` requires tags, and `exists` requires a nullable column.
 */
export function operatorsOf(kind: FilterKind): readonly FilterOperator[] {
  const is = comparedOf(kind);
  const isOrdered = ['string', 'int32', 'integer', 'timestamp'].includes(is as string);
  return [
    'eq',
    'ne',
    ...(isOrdered ? (['lt', 'lte', 'gt', 'gte'] as const) : []),
    ...(is === 'tags' ? (['all'] as const) : []),
    ...(isNullable(kind) ? (['exists'] as const) : []),
  ];
}

const isNullable = (kind: FilterKind) => typeof kind === 'object' && 'is' in kind && kind.isNullable === true;

/** Parses a filter parameter. Returns the comparison, or an error detail for an invalid parameter. */
export function conditionOf(
  name: string,
  kind: FilterKind,
  operator: FilterOperator,
  text: string,
): Condition | string {
  if (operator === 'exists')
    return fits('boolean', text)
      ? { name, operator, values: [text] }
      : 'The value must be true (objects that have a value) or false (objects without a value).';
  const is = comparedOf(kind);
  const many = (operator === 'eq' || operator === 'ne') && (is === 'id' || Array.isArray(is));
  const values = is === 'tags' ? tagsIn(text) : many ? text.split(',') : [text];
  if (values.length > MAX_VALUES)
    return `The filter accepts at most ${MAX_VALUES} values. Send fewer values.`;
  const unfit = values.find((value) => !fits(is, value));
  if (unfit !== undefined)
    return `"${shown(unfit)}" is not a valid value of ${name}. Send ${describedAs(is)}.`;
  const as = writingOf(kind);
  return { name, operator: operators[operator], values: as ? values.map(as) : values };
}

/** Splits comma-separated tags. `\\,` is a comma within a tag, and `\\\\` is a backslash. */
function tagsIn(text: string): string[] {
  const tags: string[] = [];
  let tag = '';
  for (const [piece] of text.matchAll(/\\[\\,]|[^]/gu))
    if (piece === ',') {
      tags.push(tag);
      tag = '';
    } else tag += piece.length === 2 && piece.startsWith('\\') ? piece[1] : piece;
  return [...tags, tag];
}

export const escapeTag = (tag: string) => tag.replaceAll(/[\\,]/g, String.raw`\$&`);

/**
 * Returns the function that normalizes the values of a filter, or undefined if the filter compares values
 * unchanged. Timestamps are converted to the format of the database.
 */
function writingOf(kind: FilterKind): ((text: string) => string) | undefined {
  if (comparedOf(kind) === 'timestamp') return (text) => parseTimestamp(text)!;
  return typeof kind === 'object' && 'is' in kind ? kind.as : undefined;
}

export const MIN_INT32 = -(2 ** 31);
export const MAX_INT32 = 2 ** 31 - 1;

/**
 * Maximum number of values in a filter: enough for the ids of a whole page, but few enough for a URL.
 */
const MAX_VALUES = 100;

export function comparedOf(kind: FilterKind): Compared {
  return typeof kind === 'object' && 'is' in kind ? kind.is : kind;
}

export function fits(kind: Compared, text: string): boolean {
  if (Array.isArray(kind)) return kind.includes(text);
  switch (kind as Exclude<Compared, readonly string[]>) {
    case 'id':
      return isUuid(text);
    case 'int32':
      return /^-?\d{1,10}$/.test(text) && Number(text) === (Number(text) | 0);
    case 'integer':
      return /^-?\d{1,16}$/.test(text) && Number.isSafeInteger(Number(text));
    case 'boolean':
      return text === 'true' || text === 'false';
    case 'timestamp':
      return parseTimestamp(text) !== undefined;
    case 'tags':
      return text !== '' && isStorable(text);
    default:
      return isStorable(text);
  }
}

function describedAs(kind: Compared): string {
  if (Array.isArray(kind)) return `one of ${kind.join(', ')}`;
  switch (kind as Exclude<Compared, readonly string[]>) {
    case 'id':
      return 'a UUID';
    case 'int32':
      return `a whole number from ${MIN_INT32} to ${MAX_INT32}`;
    case 'integer':
      return 'a whole number from −(2^53 − 1) to 2^53 − 1';
    case 'boolean':
      return 'true or false';
    case 'timestamp':
      return 'a time such as 2026-01-31T09:00:00Z';
    case 'tags':
      return 'one or more tags, separated by commas, with a backslash before a comma in a tag';
    default:
      return 'a text';
  }
}
