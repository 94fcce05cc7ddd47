import { cursors, queryOf, searchOfPage } from '../../parts/place';
import type { TextId } from '../../texts/texts';
import { type JsonNode, JsonTextError, parseJsonText } from '../../parts/json/json-text';
import { jsonNumber } from '../../parts/json/numbers';

export const comparisons = ['=', '!=', '>', '>=', '<', '<='] as const;
/** Operator of a metadata condition. `has` tests whether the key exists and needs no value. */
export type Operator = (typeof comparisons)[number] | 'has';
export const valueTypes = ['text', 'number', 'boolean'] as const;
export type ValueType = (typeof valueTypes)[number];

/**
 * A condition on a key of `data`. The user selects the type of the value, because text such as `5` can be a string or
 * a number.
 */
export interface Condition {
  key: string;
  operator: Operator;
  type: ValueType;
  /** Value of the condition as typed text. `type` determines whether `5` is a number or a string. */
  value: string;
}

export const orders = [
  ...(['-id', 'id'] as const),
  ...(['resource_type', '-resource_type'] as const),
  ...(['resource_id', '-resource_id'] as const),
] as const;
export type Order = (typeof orders)[number];

/** A query for `GET /api/meta`. Empty strings add no condition. */
export interface Question {
  resourceType: string;
  resourceId: string;
  conditions: Condition[];
  order: Order;
}

/** Maximum number of conditions in a metadata query (docs/contract.md §5). */
export const maxConditions = 16;

export const newCondition: Condition = { key: '', operator: '=', type: 'text', value: '' };
export const emptyQuestion: Question = { resourceType: '', resourceId: '', conditions: [], order: '-id' };

/** Query parameters that the screen's URL has in common with the API. The panel ignores all other parameters. */
const asked = ['filter[resource_type]', 'filter[resource_id]', 'filter[meta]', 'sort', 'page[size]'] as const;

/** Converts the screen's URL query to an API path. Sorts by newest object by default. */
export function pathOf(search: string): string {
  const given = new URLSearchParams(search);
  return `/api/meta${queryOf(given, [...asked, ...cursors], { sort: '-id' })}`;
}

export function questionText(search: string): string {
  return queryOf(new URLSearchParams(search), asked);
}

/**
 * Returns the URL query for another page of the list. `link` is the API's pagination link, or undefined for the first
 * page.
 */
export function pageSearch(search: string, link: string | undefined): string {
  return searchOfPage(search, link, asked);
}

export function sortedBy(search: string, order: string): string {
  const given = new URLSearchParams(search);
  if (order === emptyQuestion.order) given.delete('sort');
  else given.set('sort', order);
  return queryOf(given, asked);
}

export function isEverything(search: string): boolean {
  const given = new URLSearchParams(search);
  return asked.every((name) => !name.startsWith('filter') || !given.has(name));
}

/** Converts the search form to a URL query, which is empty without filters. Copies the page size from `search`. */
export function searchOf({ resourceType, resourceId, conditions, order }: Question, search = ''): string {
  const size = new URLSearchParams(search).get('page[size]');
  return queryOf(
    new URLSearchParams([
      ...(resourceType ? [['filter[resource_type]', resourceType]] : []),
      ...(resourceId ? [['filter[resource_id]', resourceId]] : []),
      ...(conditions.length > 0 ? [['filter[meta]', filterText(conditions)]] : []),
      ...(order === '-id' ? [] : [['sort', order]]),
      ...(size ? [['page[size]', size]] : []),
    ] as [string, string][]),
    asked,
  );
}

/** Parses a URL query for the search form. `isWhole` is false if the form cannot show every condition of the query. */
export function readQuestion(search: string): Question & { isWhole: boolean } {
  const given = new URLSearchParams(search);
  const conditions = readConditions(given.get('filter[meta]'));
  const order = orders.find((each) => each === given.get('sort'));
  return {
    resourceType: given.get('filter[resource_type]') ?? '',
    resourceId: given.get('filter[resource_id]') ?? '',
    conditions: conditions ?? [],
    order: order ?? '-id',
    isWhole: conditions !== undefined && (order !== undefined || !given.has('sort')),
  };
}

/** Validates a metadata condition. Returns text ids of the errors, keyed by field. */
export function mistakeOf(condition: Condition): { key?: TextId; value?: TextId } {
  const { key, operator, type, value } = condition;
  const mistakes: { key?: TextId; value?: TextId } = {};
  if (key === '') mistakes.key = 'meta.condition.key.missing';
  else if (!isText(key)) mistakes.key = 'meta.condition.malformed';
  if (operator === 'has') return mistakes;
  if (type === 'number' && !(jsonNumber.test(value.trim()) && Number.isFinite(Number(value))))
    mistakes.value = 'meta.condition.value.number';
  const mistake = typeMistake(condition) ?? (type === 'text' && !isText(value) && 'meta.condition.malformed');
  if (mistake) mistakes.value = mistake;
  return mistakes;
}

export function typeMistake({ operator, type }: Condition): TextId | undefined {
  const hasOrder = operator !== 'has' && operator !== '=' && operator !== '!=';
  return type === 'boolean' && hasOrder ? 'meta.condition.value.order' : undefined;
}

export function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/**
 * Returns the parameter `filter[meta]`, which is one condition or an array of conditions. Preserves the typed digits
 * of numbers.
 */
function filterText(conditions: readonly Condition[]): string {
  const objects = conditions.map(({ key, operator, type, value }) => {
    const name = `"key":${JSON.stringify(key)}`;
    if (operator === 'has') return `{${name}}`;
    return `{${name},"operator":"${operator}","value":${literalOf(type, value)}}`;
  });
  return objects.length === 1 ? objects[0]! : `[${objects.join(',')}]`;
}

function literalOf(type: ValueType, value: string): string {
  if (type === 'boolean') return booleanOf(value);
  return type === 'text' ? JSON.stringify(value) : value.trim();
}

/** Returns the boolean value of a metadata condition. Every text except `false` means `true`. */
export function booleanOf(value: string): 'true' | 'false' {
  return value === 'false' ? 'false' : 'true';
}

function readConditions(text: string | null): Condition[] | undefined {
  if (text === null) return [];
  try {
    const root = parseJsonText(text);
    const read = (root.kind === 'array' ? root.items : [root]).map((node) => readCondition(text, node));
    return read.every((condition) => condition !== undefined) ? read : undefined;
  } catch (error) {
    if (error instanceof JsonTextError) return undefined;
    throw error;
  }
}

function readCondition(text: string, node: JsonNode): Condition | undefined {
  if (node.kind !== 'object') return undefined;
  const members = new Map(node.members.map(({ key, value }) => [key, value]));
  if ([...members.keys()].some((name) => !['key', 'operator', 'value'].includes(name))) return undefined;
  const [key, operator, value] = [members.get('key'), members.get('operator'), members.get('value')];
  if (key?.kind !== 'string') return undefined;
  if (!value) return operator ? undefined : { ...newCondition, key: key.value, operator: 'has' };
  const compared = operator
    ? comparisons.find((each) => operator.kind === 'string' && each === operator.value)
    : '=';
  const typed = readValue(text, value);
  return compared && typed && { key: key.value, operator: compared, ...typed };
}

function readValue(text: string, node: JsonNode): Pick<Condition, 'type' | 'value'> | undefined {
  if (node.kind === 'string') return { type: 'text', value: node.value };
  if (node.kind !== 'number' && node.kind !== 'boolean') return undefined;
  return { type: node.kind, value: text.slice(node.start, node.end) };
}
