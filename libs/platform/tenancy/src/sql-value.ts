import type { CompiledStatement, Lock } from '@storewright/database';
import type { ColumnName, ColumnValue } from '@storewright/entities';
import type { CommonTable } from '@storewright/events';

/** A row that the statement must lock before it evaluates an expression. `type`: a resource type. */
export interface RowToLock {
  type: string;
  id: string;
  lock: Lock;
}

interface SqlExpression {
  /** Part of the statement's name. Expressions with the same name must have the same SQL. */
  name: string;
  /** An SQL expression in which `:title` is the value of the column `title` in the new row. */
  sql: string;
  /** Common table expressions that the SQL expression reads. */
  with?: readonly CommonTable[];
  /** Further values for the SQL expression, by the name of their parameter. */
  parameters?: Readonly<Record<string, unknown>>;
  /** Row that a preceding statement in the same message must lock. */
  lock?: RowToLock;
}

/**
 * A column value that the INSERT statement computes, such as the next order number. Rules return it instead
 * of a value.
 */
export class SqlValue {
  constructor(readonly expression: SqlExpression) {}
}

/**
 * A unique value that another row may already have. The INSERT tries `wanted` first. If another row has that
 * value, the INSERT runs again with the expression, until its result is free.
 */
export class FreeValue<E extends object = object> extends SqlValue {
  constructor(
    readonly wanted: string,
    /** Columns of the unique index, without `shop_id`. */
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

/** Returns the columns that the statement computes, with their expressions. */
export function sqlValuesOf(values: object): [column: string, value: SqlValue][] {
  let found: [string, SqlValue][] | undefined;
  for (const [name, value] of Object.entries(values) as [string, unknown][])
    if (value instanceof SqlValue) (found ??= []).push([name, value]);
  return found ?? none;
}

const none: [string, SqlValue][] = [];

/** Start time of the transaction, by the clock of the database. */
export const transactionTime = new SqlValue({ name: 'now', sql: 'now()' });

/** A compiled INSERT with the common table expressions that its SQL expressions read. */
export type CompiledInsert = CompiledStatement & { with?: readonly CommonTable[] };

const compiledInserts = new WeakMap<CompiledStatement, CompiledInsert>();

/**
 * Adds common table expressions to a compiled INSERT. Their `:name` parameters are numbered together with
 * those of the statement.
 */
export function withCommonTables(
  compiled: CompiledStatement,
  tables: readonly CommonTable[],
): CompiledInsert {
  if (tables.length === 0) return compiled;
  const known = compiledInserts.get(compiled);
  if (known) return known;
  const parameters = [...compiled.parameters];
  const number = (_: string, name: string) => {
    if (!parameters.includes(name)) parameters.push(name);
    return `$${parameters.indexOf(name) + 1}`;
  };
  const numbered = (sql: string) => sql.replace(/(?<![:\w]):([a-z_]\w*)/g, number);
  const made = {
    ...compiled,
    with: tables.map((table) => ({
      ...table,
      sql: numbered(table.sql),
      ...(table.standaloneSql !== undefined && { standaloneSql: numbered(table.standaloneSql) }),
    })),
    parameters,
  };
  compiledInserts.set(compiled, made);
  return made;
}
