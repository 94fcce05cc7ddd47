import type { ColumnName, ColumnValue } from '@storewright/rows';
import type { FindOperator } from 'typeorm';

/**
 * Conditions on columns. A condition is a value for equality, or a TypeORM operator such as `Any`, `Not` or
 * `MoreThan`.
 */
export type Where<E extends object> = {
  [K in ColumnName<E>]?: Exclude<ColumnValue<E[K]>, null> | FindOperator<unknown>;
};

const comparisons: Readonly<Record<string, { sign: string; holds: (order: number) => boolean }>> = {
  equal: { sign: '=', holds: (order) => order === 0 },
  moreThan: { sign: '>', holds: (order) => order > 0 },
  moreThanOrEqual: { sign: '>=', holds: (order) => order >= 0 },
  lessThan: { sign: '<', holds: (order) => order < 0 },
  lessThanOrEqual: { sign: '<=', holds: (order) => order <= 0 },
};

/** Returns an SQL condition on a column. `parameter` is the name of the SQL parameter for the value. */
export function conditionSql(name: string, value: unknown, alias = 't.', parameter = name): string {
  requireOperand(name, value);
  const column = alias + name;
  const operator = asOperator(value);
  if (!operator) return `${column} = :${parameter}`;
  const { type, child } = operator;
  if (type === 'and')
    return operandsOf(operator)
      .map((each, at) => conditionSql(name, each, alias, `${parameter}_${at}`))
      .join(' AND ');
  if (type === 'isNull') return `${column} IS NULL`;
  if (type === 'any') return `${column} = ANY (:${parameter})`;
  if (type === 'not')
    return child?.type === 'isNull' ? `${column} IS NOT NULL` : `${column} <> :${parameter}`;
  return `${column} ${comparisonOf(type).sign} :${parameter}`;
}

export function valuesOf(where: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(where).flatMap(([column, value]) => parametersOf(column, value)));
}

/**
 * Returns conditions that a row must meet before an UPDATE. Each parameter name starts with `old_`, because
 * the new values of columns use the plain names.
 */
export function conditionsBefore(where: Readonly<Record<string, unknown>>): {
  sql: string[];
  values: Record<string, unknown>;
} {
  const each = Object.entries(where).map(([column, value]) => ({
    column,
    value,
    parameter: `old_${column}`,
  }));
  return {
    sql: each.map(({ column, value, parameter }) => conditionSql(column, value, '', parameter)),
    values: Object.fromEntries(each.flatMap(({ value, parameter }) => parametersOf(parameter, value))),
  };
}

/** Evaluates conditions on a row in memory, with the same result as SQL. */
export function matches(row: object, where: object): boolean {
  return Object.entries(where).every(([column, value]) => {
    requireOperand(column, value);
    return holds((row as Record<string, unknown>)[column], value);
  });
}

function holds(actual: unknown, expected: unknown): boolean {
  const operator = asOperator(expected);
  if (!operator) return actual === expected;
  const { type, value, child } = operator;
  if (type === 'and') return operandsOf(operator).every((each) => holds(actual, each));
  if (type === 'isNull') return actual === null;
  // In SQL, a comparison with NULL is never true, not even `NULL <> 1`.
  if (type === 'not') return child ? !holds(actual, child) : actual !== null && actual !== value;
  if (type === 'any') return (value as unknown[]).includes(actual);
  return actual !== null && comparisonOf(type).holds(compare(actual, value));
}

function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  return (a as string) < (b as string) ? -1 : 1;
}

function comparisonOf(type: string) {
  const comparison = comparisons[type];
  if (!comparison) throw new Error(`conditions do not support the operator ${type}`);
  return comparison;
}

function requireOperand(column: string, value: unknown): void {
  if (value === null || value === undefined)
    throw new Error(`the condition on ${column} has no value: use IsNull(), or omit the condition`);
}

const operandsOf = (operator: FindOperator<unknown>) => operator.value as unknown as FindOperator<unknown>[];

function parametersOf(parameter: string, value: unknown): [string, unknown][] {
  const operator = asOperator(value);
  if (operator?.type !== 'and') return [[parameter, operator ? operator.value : value]];
  return operandsOf(operator).flatMap((each, at) => parametersOf(`${parameter}_${at}`, each));
}

function asOperator(value: unknown): FindOperator<unknown> | undefined {
  const isOperator = typeof value === 'object' && value !== null && '@instanceof' in value;
  return isOperator ? (value as FindOperator<unknown>) : undefined;
}
