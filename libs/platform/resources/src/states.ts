import type { Computed } from '@storewright/entities';
import { ApiError } from '@storewright/json-api';

/** The states of one attribute, and those that may follow each. */
export type States = Readonly<Record<string, readonly string[]>>;

/** Throws 409 where this state may not follow that one (docs/contract.md §2). `pointer`: of the attribute in the document. */
export function checkTransition(states: States, from: string, to: string, pointer: string): void {
  const allowed = states[from]!;
  if (from === to || allowed.includes(to)) return;
  const detail = allowed.length
    ? `From "${from}" it goes to ${allowed.map((state) => `"${state}"`).join(' or ')}, not to "${to}".`
    : `"${from}" is where it ends; it does not become "${to}".`;
  throw new ApiError('illegal_transition', { detail, source: { pointer }, meta: { allowed } });
}

/** `meta.next` of a resource: the states that may follow, of each attribute with states. `sql` where more than its own state decides. */
export function nextMember(
  byAttribute: Readonly<Record<string, States>>,
  sql = (row: string) => nextStates(row, byAttribute),
): Computed {
  const properties = Object.entries(byAttribute).map(([attribute, states]) => [
    attribute,
    { type: 'array', items: { type: 'string', enum: Object.keys(states) } },
  ]);
  return {
    kind: 'json',
    description: 'The states that may follow.',
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties) as object,
      required: Object.keys(byAttribute),
    },
    sql,
  };
}

/**
 * The states that may follow, as an SQL expression for `meta.next`: `{"status": ["active", "archived"]}`. Nothing in it depends on more than the row: Citus gives no
 * more back of a write.
 */
export function nextStates(row: string, byAttribute: Readonly<Record<string, States>>): string {
  const members = Object.entries(byAttribute).map(([attribute, states]) => {
    const cases = Object.entries(states).map(
      ([state, next]) => `WHEN ${row}.${attribute} = '${state}' THEN '${JSON.stringify(next)}'`,
    );
    return `'"${attribute}": ' || CASE ${cases.join(' ')} ELSE 'null' END`;
  });
  return `('{' || ${members.join(` || ', ' || `)} || '}')::jsonb`;
}
