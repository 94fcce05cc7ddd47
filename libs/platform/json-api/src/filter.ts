import { shown } from './api-error';
import { isUuid } from './cursor';
import { isStorable } from './string';
import { parseTimestamp } from './timestamp';

/**
 * What a filter compares: `string` by code point, `integer`, `timestamp`, `boolean`, `id`, `tags`: a list of texts; a list of words: one of them. An object where the column differs from
 * the name, or what is sent is written in another way before it is compared.
 */
export type FilterKind = Compared | { is: Compared; column?: string; as?: (text: string) => string };
type Compared = 'string' | 'integer' | 'timestamp' | 'boolean' | 'id' | 'tags' | readonly string[];

/** One comparison of a list: `filter[name]=value`, `filter[name][gte]=value` (docs/adr/filters.md). */
export interface Condition {
  name: string;
  /** `all`: of tags, each of the values. */
  operator: '=' | '<>' | '<' | '<=' | '>' | '>=' | 'all';
  /** As sent, checked and written as it is compared; several for `=`: any of them, and for `<>`: none of them. */
  values: readonly string[];
}

const operators = { eq: '=', ne: '<>', lt: '<', lte: '<=', gt: '>', gte: '>=', all: 'all' } as const;
export type FilterOperator = keyof typeof operators;

/** The six operators, or the two that fit what has no order; a list may also have all of several. */
export function operatorsOf(kind: FilterKind): readonly FilterOperator[] {
  const is = comparedOf(kind);
  const isOrdered = is === 'string' || is === 'integer' || is === 'timestamp';
  if (isOrdered) return ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'];
  return is === 'tags' ? ['eq', 'ne', 'all'] : ['eq', 'ne'];
}

/** The comparison that a parameter asks for, or why it can't be made. */
export function conditionOf(
  name: string,
  kind: FilterKind,
  operator: FilterOperator,
  text: string,
): Condition | string {
  const is = comparedOf(kind);
  const many =
    is === 'tags' || ((operator === 'eq' || operator === 'ne') && (is === 'id' || Array.isArray(is)));
  const values = many ? text.split(',') : [text];
  if (values.length > MAX_VALUES) return `It takes at most ${MAX_VALUES} values.`;
  const unfit = values.find((value) => !fits(is, value));
  if (unfit !== undefined) return `"${shown(unfit)}" is no value of ${name}: it is ${describedAs(is)}.`;
  const as = writingOf(kind);
  return { name, operator: operators[operator], values: as ? values.map(as) : values };
}

/** How a value is written for the comparison; undefined: as it was sent. A time reaches the database in one form. */
function writingOf(kind: FilterKind): ((text: string) => string) | undefined {
  if (comparedOf(kind) === 'timestamp') return (text) => parseTimestamp(text)!;
  return typeof kind === 'object' && 'is' in kind ? kind.as : undefined;
}

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
    case 'integer':
      return 'a whole number within ±(2^53 − 1)';
    case 'boolean':
      return 'true or false';
    case 'timestamp':
      return 'a time such as 2026-01-31T09:00:00Z';
    case 'tags':
      return 'a tag, or several with commas';
    default:
      return 'a text';
  }
}
