import type { Lock } from '@storewright/database';
import type { ColumnName, ColumnValue } from '@storewright/entities';
import type { CommonTable } from '@storewright/events';

/** A row that the statement must lock before it evaluates an expression. `type`: a resource type. */
export interface RowToLock {
  type: string;
  id: string;
  lock: Lock;
}

interface SqlExpression {
  /** Part of the statement's name. Expressions of one name must have the same SQL. */
  name: string;
  /** An SQL expression. `:title` is the value of the column `title` in the new row. */
  sql: string;
  /** Common tables that the expression reads. */
  with?: readonly CommonTable[];
  /** Further values for the SQL, by the name of their parameter. */
  parameters?: Readonly<Record<string, unknown>>;
  /** Locked in front of the statement, in the same message. */
  lock?: RowToLock;
}

/**
 * A column value that the INSERT statement computes, such as the next order number. Rules return it in place
 * of a value.
 */
export class SqlValue {
  constructor(readonly expression: SqlExpression) {}
}

/**
 * A unique value that may be taken. The INSERT tries `wanted` first. If another row has it, the INSERT runs
 * again with the expression, as often as other requests take its result first.
 */
export class FreeValue<E extends object = object> extends SqlValue {
  constructor(
    readonly wanted: string,
    /** Columns of the unique index, without the shop. */
    readonly conflictColumns: readonly ColumnName<E>[],
    expression: SqlExpression,
  ) {
    super(expression);
  }
}

/** Values for the columns of a new row. */
export type InsertValues<E extends object> = {
  -readonly [K in ColumnName<E>]?: ColumnValue<E[K]> | SqlValue | undefined;
};

/** The columns that the statement computes, with their expressions. */
export function sqlValuesOf(values: object): [column: string, value: SqlValue][] {
  let found: [string, SqlValue][] | undefined;
  for (const [name, value] of Object.entries(values) as [string, unknown][])
    if (value instanceof SqlValue) (found ??= []).push([name, value]);
  return found ?? none;
}

const none: [string, SqlValue][] = [];

/** Start time of the transaction, by the database's clock. */
export const transactionTime = new SqlValue({ name: 'now', sql: 'now()' });
