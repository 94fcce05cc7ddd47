import { cursors, queryOf, searchOfPage } from '../../parts/place';
import type { TextId } from '../../texts/texts';
import { type JsonNode, JsonTextError, parseJsonText } from '../../parts/json/json-text';
import { jsonNumber } from '../../parts/json/numbers';

export const comparisons = ['=', '!=', '>', '>=', '<', '<='] as const;
/** `has`: no operator at all, and no value. */
export type Operator = (typeof comparisons)[number] | 'has';
export const valueTypes = ['text', 'number', 'boolean'] as const;
export type ValueType = (typeof valueTypes)[number];

/** One condition on a key of `data`. What type the value has is said, and never guessed from how it looks. */
export interface Condition {
  key: string;
  operator: Operator;
  type: ValueType;
  /** As typed: `5` is a number or a text by `type`. */
  value: string;
}

export const orders = ['-id', 'id', 'resource_type', 'resource_id'] as const;
export type Order = (typeof orders)[number];

/** What is asked of `GET /api/meta`. An empty text asks nothing. */
export interface Question {
  resourceType: string;
  resourceId: string;
  conditions: Condition[];
  order: Order;
}

/** How many conditions one question may have (docs/contract.md §5). */
export const maxConditions = 16;

export const newCondition: Condition = { key: '', operator: '=', type: 'text', value: '' };
export const emptyQuestion: Question = { resourceType: '', resourceId: '', conditions: [], order: '-id' };

/** The panel's address carries the parameters of the API itself; others mean nothing to it. */
const asked = ['filter[resource_type]', 'filter[resource_id]', 'filter[meta]', 'sort', 'page[size]'] as const;

/** The path of the API for an address of the screen: `search` is its query. Newest first unless it says otherwise. */
export function pathOf(search: string): string {
  const given = new URLSearchParams(search);
  return `/api/meta${queryOf(given, [...asked, ...cursors], { sort: '-id' })}`;
}

/** The address's question without its place in the results: two pages of one list have the same. */
export function questionText(search: string): string {
  return queryOf(new URLSearchParams(search), asked);
}

/** The address of another page of the same list: `link` as the API wrote it, or none for the first page. */
export function pageSearch(search: string, link: string | undefined): string {
  return searchOfPage(search, link, asked);
}

/** Whether nothing is asked but in what order. */
export function isEverything(search: string): boolean {
  const given = new URLSearchParams(search);
  return asked.every((name) => !name.startsWith('filter') || !given.has(name));
}

/** The address for a question: `?filter…`, or nothing for the one that asks for everything. `search`: its page size stays. */
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

/** The question of an address. Conditions that can't be shown as such (the API says why) are left out, and `isInt` is false. */
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

/** What keeps a condition from being asked, by field. */
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

/** An operator that the type of the value does not have. */
export function typeMistake({ operator, type }: Condition): TextId | undefined {
  const hasOrder = operator !== 'has' && operator !== '=' && operator !== '!=';
  return type === 'boolean' && hasOrder ? 'meta.condition.value.order' : undefined;
}

/** Whether it can be written into an address, and asked for. */
export function isText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** `filter[meta]`: one query object, or several in an array. Numbers keep the digits that were typed. */
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

/** A field that was a text before may hold anything; it shows one of the two. */
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
