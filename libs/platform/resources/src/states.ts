import type { Computed } from '@storewright/entities';
import { ApiError } from '@storewright/json-api';
import type { Scope } from '@storewright/scopes';

/** States of one attribute with the allowed next states of each. */
export type States = Readonly<Record<string, readonly string[]>>;

/**
 * Throws 409 for a forbidden transition (docs/contract.md §2). `pointer` to the attribute. `scope` that reads
 * the object.
 */
export function checkTransition(
  states: States,
  from: string,
  to: string,
  pointer: string,
  scope: Scope,
): void {
  const allowed = states[from]!;
  if (from === to || allowed.includes(to)) return;
  const detail = allowed.length
    ? `From "${from}" it goes to ${allowed.map((state) => `"${state}"`).join(' or ')}, not to "${to}".`
    : `"${from}" is where it ends; it does not become "${to}".`;
  throw illegalTransition(scope, { detail, pointer, allowed });
}

interface Illegal {
  detail: string;
  pointer: string;
  allowed: readonly string[];
}

/**
 * Creates a 409 for a forbidden transition. Reveals the current and allowed states only to tokens that may
 * read the object.
 */
export function illegalTransition(scope: Scope, { detail, pointer, allowed }: Illegal): ApiError {
  return new ApiError('illegal_transition', {
    detail: 'The state that the object is in does not allow this.',
    source: { pointer },
    disclosed: { scope, detail, meta: { allowed } },
  });
}

/**
 * `meta.next` of a resource: allowed next states of each attribute. `sql` replaces the default if other
 * columns matter.
 */
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
 * Allowed next states as an SQL expression for `meta.next`: `{"status": ["active", "archived"]}`. Depends on
 * the row only, because Citus returns nothing else from a write.
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
