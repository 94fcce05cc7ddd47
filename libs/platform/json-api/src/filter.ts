import { shown } from './api-error';
import { isUuid } from './cursor';
import { isStorable } from './string';
import { parseTimestamp } from './timestamp';

/**
 * Type of the values that a filter compares: `string` (by code point), `int32` and `integer` (safe integers),
 * `timestamp`, `boolean`, `id`, `tags` (a list of texts), or a list of allowed words. The object form adds details:
 * `column` if the column has another name than the filter, `as` to rewrite a value before the comparison, `isNullable`
 * if a row may have no value.
 */
export type FilterKind =
  | Compared
  | { is: Compared; column?: string; as?: (text: string) => string; isNullable?: boolean };
type Compared = 'string' | 'int32' | 'integer' | 'timestamp' | 'boolean' | 'id' | 'tags' | readonly string[];

/** One comparison of a list: `filter[name]=value`, `filter[name][gte]=value` (docs/adr/filters.md). */
export interface Condition {
  name: string;
  /** `all`: of tags, each of the values. `exists`: whether there is a value, `true` or `false`. */
  operator: '=' | '<>' | '<' | '<=' | '>' | '>=' | 'all' | 'exists';
  /** As sent, checked and written as it is compared; several for `=`: any of them, and for `<>`: none of them. */
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

/** The six comparisons, or the two that fit values without an order. Tags also have `all`, and nullable columns `exists`. */
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

/** The comparison that a parameter asks for, or why it can't be made. */
export function conditionOf(
  name: string,
  kind: FilterKind,
  operator: FilterOperator,
  text: string,
): Condition | string {
  if (operator === 'exists')
    return fits('boolean', text)
      ? { name, operator, values: [text] }
      : 'Send true for objects that have a value, or false for objects without one.';
  const is = comparedOf(kind);
  const many = (operator === 'eq' || operator === 'ne') && (is === 'id' || Array.isArray(is));
  const values = is === 'tags' ? tagsIn(text) : many ? text.split(',') : [text];
  if (values.length > MAX_VALUES) return `It takes at most ${MAX_VALUES} values.`;
  const unfit = values.find((value) => !fits(is, value));
  if (unfit !== undefined) return `"${shown(unfit)}" is no value of ${name}: it is ${describedAs(is)}.`;
  const as = writingOf(kind);
  return { name, operator: operators[operator], values: as ? values.map(as) : values };
}

/** Tags between commas. `\\,` is a comma within a tag, and `\\\\` a backslash before one. */
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

/** A tag as `filter[tags]` takes it among others. */
export const escapeTag = (tag: string) => tag.replaceAll(/[\\,]/g, String.raw`\$&`);

/** How a value is written for the comparison; undefined: as it was sent. A time reaches the database in one form. */
function writingOf(kind: FilterKind): ((text: string) => string) | undefined {
  if (comparedOf(kind) === 'timestamp') return (text) => parseTimestamp(text)!;
  return typeof kind === 'object' && 'is' in kind ? kind.as : undefined;
}

export const MIN_INT32 = -(2 ** 31);
export const MAX_INT32 = 2 ** 31 - 1;

/** More than a page of ids, few enough for a line of an address. */
const MAX_VALUES = 100;

export function comparedOf(kind: FilterKind): Compared {
  return typeof kind === 'object' && 'is' in kind ? kind.is : kind;
}

/** Whether a column of this kind can be compared with the text. */
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
      return 'a whole number within ±(2^53 − 1)';
    case 'boolean':
      return 'true or false';
    case 'timestamp':
      return 'a time such as 2026-01-31T09:00:00Z';
    case 'tags':
      return 'a tag, or several with commas, with a backslash before a comma within a tag';
    default:
      return 'a text';
  }
}
