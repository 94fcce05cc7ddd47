import type { CompiledStatement, Lock } from '@storewright/database';
import type { ColumnName, ColumnValue } from '@storewright/entities';
import type { CommonTable } from '@storewright/events';

/** A row that must be locked before an SQL expression in an INSERT reads it. */
export interface RowToLock {
  type: string;
  id: string;
  lock: Lock;
}

interface SqlExpression {
  /** Part of the prepared statement's name. Expressions with the same name must have the same SQL. */
  name: string;
  /** SQL expression. `:title` stands for the value of the column `title` in the new row. */
  sql: string;
  with?: readonly CommonTable[];
  parameters?: Readonly<Record<string, unknown>>;
  /** Row to lock in the same network round trip, before the INSERT. */
  lock?: RowToLock;
}

/**
 * A column value that the INSERT statement computes, such as the next order number. Resource rules return it
 * in place of a value.
 */
export class SqlValue {
  constructor(readonly expression: SqlExpression) {}
}

/**
 * A generated value for a unique column. The INSERT first tries `wanted`. If another row has that value, the
 * INSERT is repeated with an SQL expression that generates another value.
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

export type InsertValues<E extends object> = {
  -readonly [K in ColumnName<E>]?: ColumnValue<E[K]> | SqlValue | undefined;
};

export function sqlValuesOf(values: object): [column: string, value: SqlValue][] {
  let found: [string, SqlValue][] | undefined;
  for (const [name, value] of Object.entries(values) as [string, unknown][])
    if (value instanceof SqlValue) (found ??= []).push([name, value]);
  return found ?? none;
}

const none: [string, SqlValue][] = [];

export const transactionTime = new SqlValue({ name: 'now', sql: 'now()' });

export type CompiledInsert = CompiledStatement & { with?: readonly CommonTable[] };

const compiledInserts = new WeakMap<CompiledStatement, CompiledInsert>();

/** Adds common table expressions to a compiled INSERT, and continues the numbering of its parameters. */
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
