import { isDeepStrictEqual } from 'node:util';
import type { RedactionRule, RedactionRules } from '@storewright/events';

/** Who is redacted, with what is known of it so far: `ids` grows with each object that is found to speak of it. */
export interface RedactionSubject {
  id: string;
  rules: RedactionRules;
  /** By type. */
  ids: ReadonlyMap<string, Set<string>>;
}

/** What became of a JSON value, in which it is done: whether an object of the subject is in it, and whether anything had to be cleared. */
export interface RedactionResult {
  concerned: boolean;
  changed: boolean;
}

/** By id, the attributes of what is there now of objects that may be another's by now. */
export type PresentAttributes = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

export function redactionSubject({
  resource_id: id,
  rules,
}: {
  resource_id: string;
  rules: RedactionRules;
}): RedactionSubject {
  return { id, rules, ids: new Map(Object.entries(rules).map(([type, { ids }]) => [type, new Set(ids)])) };
}

/** Remembers the objects that are linked with the subject. */
export function learn(value: unknown, subject: RedactionSubject): void {
  for (const object of objectsIn(value, subject.rules))
    if (isLinked(object, subject)) subject.ids.get(object.type)!.add(object.id);
}

/** The ids of objects that had to do with the subject, and are not linked with it here: they have to be compared with what is there now. */
export function idsToCompare(value: unknown, subject: RedactionSubject): string[] {
  return [...objectsIn(value, subject.rules)]
    .filter((object) => isKnown(object, subject) && !isWhole(object, subject))
    .map(({ id }) => id);
}

/**
 * Clears the personal attributes of the subject's resource objects, wherever they are in the value. Of those that are not linked with it here, what is there now stays:
 * it was left there when the rows were cleared, because it is another's.
 */
export function redact(
  value: unknown,
  subject: RedactionSubject,
  present: PresentAttributes,
): RedactionResult {
  const redacted = { concerned: false, changed: false };
  for (const object of objectsIn(value, subject.rules)) {
    const { attributes } = object;
    if (!isKnown(object, subject) || !attributes) continue;
    redacted.concerned = true;
    const kept = isWhole(object, subject) ? undefined : present.get(object.id);
    for (const [name, nothing] of Object.entries(ruleOf(object, subject).clear)) {
      if (!Object.hasOwn(attributes, name) || isDeepStrictEqual(attributes[name], nothing)) continue;
      if (kept && isDeepStrictEqual(attributes[name], kept[name])) continue;
      attributes[name] = nothing;
      redacted.changed = true;
    }
  }
  return redacted;
}

interface ResourceObject {
  type: string;
  id: string;
  attributes: Record<string, unknown> | undefined;
  relationships: Record<string, { data?: { id?: unknown } | null } | undefined> | undefined;
}

/** The objects of types that have a rule. What one holds beside its attributes may be another one, such as the results of operations. */
function* objectsIn(value: unknown, rules: RedactionRules): Generator<ResourceObject> {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const each of value) yield* objectsIn(each, rules);
    return;
  }
  const { type, id, attributes, relationships } = value as Record<string, unknown>;
  if (typeof type === 'string' && typeof id === 'string' && Object.hasOwn(rules, type))
    yield {
      ...{ type, id },
      attributes: membersOf(attributes),
      relationships: membersOf(relationships) as ResourceObject['relationships'],
    };
  for (const [name, each] of Object.entries(value)) if (name !== 'attributes') yield* objectsIn(each, rules);
}

const membersOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined;

const ruleOf = ({ type }: ResourceObject, { rules }: RedactionSubject): RedactionRule => rules[type]!;

const isKnown = ({ type, id }: ResourceObject, { ids }: RedactionSubject) => ids.get(type)!.has(id);

function isLinked(object: ResourceObject, subject: RedactionSubject): boolean {
  const { relationship } = ruleOf(object, subject);
  return relationship !== undefined && object.relationships?.[relationship]?.data?.id === subject.id;
}

/** Whether all of it is the subject's: it is the subject itself, or linked with it. */
const isWhole = (object: ResourceObject, subject: RedactionSubject) =>
  ruleOf(object, subject).relationship === undefined || isLinked(object, subject);
