import { isGivenBack, isStorable, withLostNumbersMarked } from '@storewright/json-api';
import type { Refusal } from './refusal';

export const operators = ['>', '<', '>=', '<=', '=', '!='] as const;
export type MetaOperator = (typeof operators)[number];

/**
 * A valid condition in `filter[meta]` (docs/contract.md §5). A condition without a value requires only that
 * the key exists. The operator defaults to `=`.
 */
export interface MetaCondition {
  key: string;
  operator?: MetaOperator;
  value?: string | number | boolean;
}

/** Maximum number of conditions in one `filter[meta]` (docs/contract.md §5). */
export const maxConditions = 16;

export interface MetaFilterViolation {
  reason: Refusal;
  detail: string;
}

export class MetaFilterError extends Error {
  constructor(readonly violations: readonly MetaFilterViolation[]) {
    super(violations.map(({ detail }) => detail).join(' '));
    this.name = 'MetaFilterError';
  }
}

/**
 * Parses `filter[meta]`, which contains one condition or an array of conditions. Throws MetaFilterError with
 * all violations.
 */
export function parseMetaFilter(text: string): MetaCondition[] {
  const parsed = parseJson(text);
  const violations: MetaFilterViolation[] = [];
  const marked = withLostNumbersMarked(text, isGivenBack);
  const lost = marked === undefined ? undefined : (JSON.parse(marked) as unknown);
  const read = (value: unknown, place: string, beside: unknown) =>
    readCondition(value, place, violations, (beside as MetaCondition | undefined)?.value);
  let conditions: MetaCondition[];
  if (Array.isArray(parsed)) {
    if (parsed.length > maxConditions)
      throw refused(
        'too_many_conditions',
        `filter[meta] must have at most ${maxConditions} conditions, not ${parsed.length}.`,
      );
    const each = (at: number) => (lost as unknown[] | undefined)?.[at];
    conditions = parsed.map((value, at) => read(value, `filter[meta][${at}]`, each(at)));
  } else conditions = [read(parsed, 'filter[meta]', lost)];
  if (violations.length > 0) throw new MetaFilterError(violations);
  return conditions;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw refused(
      'no_json',
      'filter[meta] must be JSON text. Send a condition such as {"key":"colour","value":"red"}, or an ' +
        'array of conditions.',
    );
  }
}

/**
 * Parses a condition of `filter[meta]`. `marked` is the value of the condition, in which a number beyond
 * ±(2^53 − 1) is an empty string if a double cannot represent all its digits.
 */
function readCondition(
  value: unknown,
  place: string,
  violations: MetaFilterViolation[],
  marked: unknown,
): MetaCondition {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    violations.push({
      reason: 'no_condition',
      detail: `${place} must be an object with the members key, operator and value.`,
    });
    return { key: '' };
  }
  const condition = value as MetaCondition;
  for (const member of Object.keys(condition)) {
    if (!['key', 'operator', 'value'].includes(member))
      violations.push({
        reason: 'unknown_member',
        detail: `${place} cannot have the member ${JSON.stringify(member.slice(0, 64))}. Use key, operator and value.`,
      });
  }
  checkKey(condition, place, violations);
  checkOperator(condition, place, violations);
  checkValue(condition, place, violations, marked);
  return condition;
}

function checkKey({ key }: { key?: unknown }, place: string, violations: MetaFilterViolation[]): void {
  if (typeof key !== 'string')
    violations.push({ reason: 'invalid_key', detail: `${place}.key is required and must be a string.` });
  else if (!isStorable(key)) violations.push(unstorable(`${place}.key`));
}

function checkOperator(condition: MetaCondition, place: string, violations: MetaFilterViolation[]): void {
  if (!Object.hasOwn(condition, 'operator')) return;
  if (!operators.includes(condition.operator!))
    violations.push({
      reason: 'invalid_operator',
      detail: `${place}.operator must be one of ${operators.join(', ')}.`,
    });
  if (!Object.hasOwn(condition, 'value'))
    violations.push({
      reason: 'missing_value',
      detail: `${place}.value is required with an operator.`,
    });
}

function checkValue(
  condition: MetaCondition,
  place: string,
  violations: MetaFilterViolation[],
  marked: unknown,
): void {
  if (!Object.hasOwn(condition, 'value')) return;
  const { operator = '=', value } = condition;
  const wrong = (reason: Refusal, detail: string) =>
    violations.push({ reason, detail: `${place}.value ${detail}` });
  const type = typeof value;
  if (type === 'string') {
    if (!isStorable(value as string)) violations.push(unstorable(`${place}.value`));
  } else if (type === 'number') {
    if (typeof marked === 'string')
      wrong(
        'number_out_of_range',
        'must be within ±(2^53 − 1), because other numbers lose digits. Use a string.',
      );
  } else if (type !== 'boolean') {
    wrong('invalid_value', 'must be a string or a number, or a boolean with the operator = or !=.');
  } else if (operator !== '=' && operator !== '!=')
    wrong('no_order', 'is a boolean, so the operator must be = or !=.');
}

function unstorable(place: string): MetaFilterViolation {
  return {
    reason: 'invalid_text',
    detail: `${place} cannot contain U+0000 or an unpaired surrogate.`,
  };
}

function refused(reason: Refusal, detail: string): MetaFilterError {
  return new MetaFilterError([{ reason, detail }]);
}
