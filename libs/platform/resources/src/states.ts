import type { Computed } from '@storewright/entities';
import { ApiError } from '@storewright/json-api';
import type { Scope } from '@storewright/scopes';

/** The states of one attribute, and those that may follow each. */
export type States = Readonly<Record<string, readonly string[]>>;

/**
 * Throws 409 where this state may not follow that one (docs/contract.md §2). `pointer`: of the attribute in
 * the document; `scope`: to read the object.
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
 * 409: the state of the object does not allow what was sent. Which state that is, and what follows it, is
 * told to whoever may read the object.
 */
export function illegalTransition(scope: Scope, { detail, pointer, allowed }: Illegal): ApiError {
  return new ApiError('illegal_transition', {
    detail: 'The state that the object is in does not allow this.',
    source: { pointer },
    disclosed: { scope, detail, meta: { allowed } },
  });
}

/**
 * `meta.next` of a resource: the states that may follow, of each attribute with states. `sql` where more than
 * its own state decides.
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
 * The states that may follow, as an SQL expression for `meta.next`: `{"status": ["active", "archived"]}`.
 * Nothing in it depends on more than the row: Citus gives no more back of a write.
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
