import type { Computed } from '@storewright/entities';
import { ApiError } from '@storewright/json-api';
import type { Scope } from '@storewright/scopes';

/** State machine of an attribute: the allowed next states, keyed by state. */
export type States = Readonly<Record<string, readonly string[]>>;

/**
 * Throws 409 for a forbidden state transition (docs/contract.md §2). `pointer` is the JSON pointer to the
 * attribute. The error shows the current and the allowed states only to tokens with `scope`.
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
    ? `The state "${from}" can change to ${allowed.map((state) => `"${state}"`).join(' or ')}, but not to "${to}".`
    : `The state "${from}" is final. It cannot change to "${to}".`;
  throw illegalTransition(scope, { detail, pointer, allowed });
}

interface Illegal {
  detail: string;
  pointer: string;
  allowed: readonly string[];
}

/**
 * Creates the 409 error for a forbidden state transition. The error contains the current and the allowed states
 * only if the token can read the object.
 */
export function illegalTransition(scope: Scope, { detail, pointer, allowed }: Illegal): ApiError {
  return new ApiError('illegal_transition', {
    detail: 'The current state of the object does not allow this change.',
    source: { pointer },
    disclosed: { scope, detail, meta: { allowed } },
  });
}

/**
 * Declares `meta.next` of a resource: the allowed next states, keyed by attribute. `sql` replaces the default
 * expression if the transitions depend on further columns.
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
    description: 'Allowed next states, keyed by attribute.',
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties) as object,
      required: Object.keys(byAttribute),
    },
    sql,
  };
}

/**
 * Returns an SQL expression for `meta.next`, the next states of each attribute, such as `{"status":
 * ["active", "archived"]}`. The expression must use only columns of the row, because Citus supports nothing
 * else in RETURNING.
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
