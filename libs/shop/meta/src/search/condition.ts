import { isStorable } from '@storewright/json-api';

export const operators = ['>', '<', '>=', '<=', '=', '!='] as const;
export type MetaOperator = (typeof operators)[number];

/** One condition of `filter[meta]`, checked (docs/contract.md §5). Without a value: has the key. With a value and no operator: `=`. */
export interface MetaCondition {
  key: string;
  operator?: MetaOperator;
  value?: string | number | boolean;
}

/** How many conditions one `filter[meta]` may hold (docs/contract.md §5). */
export const maxConditions = 16;

/** `detail` names each place that is wrong and says what belongs there. */
export class MetaFilterError extends Error {
  constructor(readonly detail: string) {
    super(detail);
    this.name = 'MetaFilterError';
  }
}

/** Reads the JSON text of `filter[meta]`: one query object, or an array of them. Throws MetaFilterError with every violation. */
export function parseMetaFilter(text: string): MetaCondition[] {
  const parsed = parseJson(text);
  const violations: string[] = [];
  const read = (value: unknown, place: string) => readCondition(value, place, violations);
  let conditions: MetaCondition[];
  if (Array.isArray(parsed)) {
    if (parsed.length > maxConditions)
      throw new MetaFilterError(
        `filter[meta]: at most ${maxConditions} query objects, not ${parsed.length}.`,
      );
    conditions = parsed.map((each, index) => read(each, `filter[meta][${index}]`));
  } else conditions = [read(parsed, 'filter[meta]')];
  if (violations.length > 0) throw new MetaFilterError(violations.join(' '));
  return conditions;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new MetaFilterError(
      'filter[meta]: this is no JSON; send a query object such as {"key":"colour","value":"red"}, or an array of them.',
    );
  }
}

function readCondition(value: unknown, place: string, violations: string[]): MetaCondition {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    violations.push(`${place}: it is an object with key, operator and value.`);
    return { key: '' };
  }
  const condition = value as MetaCondition;
  for (const member of Object.keys(condition)) {
    if (!['key', 'operator', 'value'].includes(member))
      violations.push(
        `${place}: the member ${JSON.stringify(member.slice(0, 64))} is unknown; there are key, operator and value.`,
      );
  }
  checkKey(condition, place, violations);
  checkOperator(condition, place, violations);
  checkValue(condition, place, violations);
  return condition;
}

function checkKey({ key }: { key?: unknown }, place: string, violations: string[]): void {
  if (typeof key !== 'string') violations.push(`${place}.key: it is needed, and a string.`);
  else if (!isStorable(key)) violations.push(`${place}.key: ${unstorable}`);
}

function checkOperator(condition: MetaCondition, place: string, violations: string[]): void {
  if (!Object.hasOwn(condition, 'operator')) return;
  if (!operators.includes(condition.operator!))
    violations.push(`${place}.operator: it is one of ${operators.join(', ')}.`);
  if (!Object.hasOwn(condition, 'value'))
    violations.push(`${place}.value: an operator needs a value to compare with.`);
}

function checkValue(condition: MetaCondition, place: string, violations: string[]): void {
  if (!Object.hasOwn(condition, 'value')) return;
  const { operator = '=', value } = condition;
  const type = typeof value;
  if (type === 'string') {
    if (!isStorable(value as string)) violations.push(`${place}.value: ${unstorable}`);
  } else if (type === 'number') {
    if (!Number.isFinite(value)) violations.push(`${place}.value: the number is out of range.`);
  } else if (type !== 'boolean') {
    violations.push(`${place}.value: it is a string or a number (a boolean for = and !=).`);
  } else if (operator !== '=' && operator !== '!=')
    violations.push(`${place}.value: a boolean has no order; compare it with = or !=.`);
}

const unstorable = 'a text cannot hold U+0000 or an unpaired surrogate.';
