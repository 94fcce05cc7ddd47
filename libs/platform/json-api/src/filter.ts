import { isUuid } from '@storewright/text';
import { shown } from './api-error';
import { isStorable } from './string';
import { parseTimestamp } from './timestamp';

/**
 * Value type of a filter: `string` (compared by code point), `int32`, `integer` (safe integers), `timestamp`,
 * `boolean`, `id`, `tags` (a list of strings), or a list of allowed words. In the object form, `column` is the
 * column name if it differs from the filter name, `as` normalizes a value before the comparison, and
 * `isNullable` allows rows without a value.
 */
export type FilterKind =
  | Compared
  | { is: Compared; column?: string; as?: (text: string) => string; isNullable?: boolean };
type Compared = 'string' | 'int32' | 'integer' | 'timestamp' | 'boolean' | 'id' | 'tags' | readonly string[];

/**
 * A filter comparison in a list query: `filter[name]=value`, `filter[name][gte]=value` (docs/adr/filters.md).
 */
export interface Condition {
  name: string;
  /**
   * `all` applies to tags: a row must have all given tags. `exists` has the value `true` or `false` and tests
   * for null.
   */
  operator: '=' | '<>' | '<' | '<=' | '>' | '>=' | 'all' | 'exists';
  /**
   * Validated and normalized filter values. `=` matches a row with any of the values, `<>` matches a row with
   * none of them.
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
 * Returns the operators of a filter: all six comparisons, or only `=` and `<>` for unordered values. Tags also
 * have the operator `all`, and nullable columns have `exists`.
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

/** Returns the condition of a filter parameter, or an error detail if the parameter is invalid. */
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
 * Returns a function that normalizes a filter value for the comparison, or undefined if the raw value is
 * compared. Timestamps are converted to the format of the database.
 */
function writingOf(kind: FilterKind): ((text: string) => string) | undefined {
  if (comparedOf(kind) === 'timestamp') return (text) => parseTimestamp(text)!;
  return typeof kind === 'object' && 'is' in kind ? kind.as : undefined;
}

export const MIN_INT32 = -(2 ** 31);
export const MAX_INT32 = 2 ** 31 - 1;

/**
 * Maximum number of values in a filter. A filter can list all ids of a page, and the URL remains short enough.
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
