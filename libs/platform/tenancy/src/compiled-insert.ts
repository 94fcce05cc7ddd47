import type { CompiledStatement } from '@storewright/database';
import type { CommonTable } from '@storewright/events';

/** An INSERT with the common tables that its expressions read. */
export type CompiledInsert = CompiledStatement & { with?: readonly CommonTable[] };

const compiledInserts = new WeakMap<CompiledStatement, CompiledInsert>();

/**
 * Adds common tables to a compiled INSERT. Their `:name` parameters are numbered together with those of the
 * statement.
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
