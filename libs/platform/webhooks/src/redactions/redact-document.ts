import { type JsonText, parseJson } from '@storewright/entities';
import type { RedactionRules } from '@storewright/events';

/** Who is redacted, with what is known of it so far: `ids` grows with each object that is found to speak of it. */
export interface RedactionSubject {
  id: string;
  rules: RedactionRules;
  /** By type. */
  ids: ReadonlyMap<string, Set<string>>;
}

/** What became of a JSON text: whether an object of the subject is in it, and the text where it has to be another one. */
export interface RedactedText {
  concerned: boolean;
  text?: string;
}

export function redactionSubject({
  resource_id: id,
  rules,
}: {
  resource_id: string;
  rules: RedactionRules;
}): RedactionSubject {
  return { id, rules, ids: new Map(Object.entries(rules).map(([type, { ids }]) => [type, new Set(ids)])) };
}

/** Clears the personal attributes of the subject's resource objects, wherever they are in the JSON. */
export function redactText(text: string, subject: RedactionSubject): RedactedText {
  const value = parseJson(text as JsonText<unknown>);
  const found = { concerned: false, changed: false };
  walk(value, subject, found);
  const { concerned, changed } = found;
  return { concerned, ...(changed && { text: JSON.stringify(value) }) };
}

type Members = Record<string, unknown>;
interface Found {
  concerned: boolean;
  changed: boolean;
}

function walk(value: unknown, subject: RedactionSubject, found: Found): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const each of value) walk(each, subject, found);
    return;
  }
  const members = value as Members;
  if (isOf(subject, members)) clear(members, subject, found);
  // What an object holds beside its attributes may be another one, such as the results of operations.
  for (const [name, each] of Object.entries(members)) if (name !== 'attributes') walk(each, subject, found);
}

/** Whether it is one of the subject's resource objects. */
function isOf(
  { id: subjectId, rules, ids }: RedactionSubject,
  { type, id, relationships }: Members,
): boolean {
  if (typeof type !== 'string' || typeof id !== 'string' || !Object.hasOwn(rules, type)) return false;
  const known = ids.get(type)!;
  if (known.has(id)) return true;
  const { relationship } = rules[type]!;
  const linkage =
    relationship &&
    (relationships as Record<string, { data?: { id?: unknown } }> | undefined)?.[relationship];
  if (!linkage || linkage.data?.id !== subjectId) return false;
  known.add(id);
  return true;
}

function clear({ type, attributes }: Members, { rules }: RedactionSubject, found: Found): void {
  if (typeof attributes !== 'object' || attributes === null) return;
  found.concerned = true;
  const shown = attributes as Members;
  for (const [name, nothing] of Object.entries(rules[type as string]!.clear)) {
    if (!Object.hasOwn(shown, name) || JSON.stringify(shown[name]) === JSON.stringify(nothing)) continue;
    shown[name] = nothing;
    found.changed = true;
  }
}
