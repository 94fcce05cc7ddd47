import type { Computed } from '@storewright/entities';
import { ApiError } from '@storewright/json-api';
import type { Scope } from '@storewright/scopes';

/** States of one attribute, each with the states that may follow. */
export type States = Readonly<Record<string, readonly string[]>>;

/**
 * Throws 409 for a forbidden transition (docs/contract.md §2). `pointer` refers to the attribute. `scope` is
 * the scope that reads the object.
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
 * Creates the 409 for a forbidden transition. Reveals the current and the allowed states only to tokens that
 * may read the object.
 */
export function illegalTransition(scope: Scope, { detail, pointer, allowed }: Illegal): ApiError {
  return new ApiError('illegal_transition', {
    detail: 'The current state of the object does not allow this change.',
    source: { pointer },
    disclosed: { scope, detail, meta: { allowed } },
  });
}

/**
 * Declares `meta.next` of a resource: the states that may follow, for each attribute. `sql` replaces the
 * default expression if other columns matter.
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
    description: 'States that may follow the current state, by attribute.',
    schema: {
      type: 'object',
      properties: Object.fromEntries(properties) as object,
      required: Object.keys(byAttribute),
    },
    sql,
  };
}

/**
 * Returns an SQL expression for `meta.next`: `{"status": ["active", "archived"]}`. The expression must depend
 * only on the row, because Citus returns nothing else from a write.
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
