import type { CompiledStatement } from '@storewright/database';
import type { CommonTable } from '@storewright/events';

/** With the parts before it, whose values are named as in the statement itself. */
export type CompiledInsert = CompiledStatement & { with?: readonly CommonTable[] };

const withItsParts = new WeakMap<CompiledStatement, CompiledInsert>();

export function withParts(
  compiled: CompiledStatement,
  parts: readonly CommonTable[] | undefined,
): CompiledInsert {
  if (!parts) return compiled;
  const known = withItsParts.get(compiled);
  if (known) return known;
  const parameters = [...compiled.parameters];
  const number = (_: string, name: string) => {
    if (!parameters.includes(name)) parameters.push(name);
    return `$${parameters.indexOf(name) + 1}`;
  };
  const inNumbers = (sql: string) => sql.replace(/(?<![:\w]):([a-z_]\w*)/g, number);
  const made = {
    ...compiled,
    with: parts.map((part) => ({ ...part, sql: inNumbers(part.sql) })),
    parameters,
  };
  withItsParts.set(compiled, made);
  return made;
}
