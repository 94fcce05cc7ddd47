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

/** The states that may follow, as an SQL expression for `meta.next`: `{"status": ["active", "archived"]}`. */
export function nextStates(row: string, byAttribute: Readonly<Record<string, States>>): string {
  const members = Object.entries(byAttribute).map(([attribute, states]) => {
    const cases = Object.entries(states).map(
      ([state, next]) => `WHEN '${state}' THEN '${JSON.stringify(next)}'::jsonb`,
    );
    return `'${attribute}', CASE ${row}.${attribute} ${cases.join(' ')} END`;
  });
  return `jsonb_build_object(${members.join(', ')})`;
}
