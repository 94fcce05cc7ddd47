import { isDeepStrictEqual } from 'node:util';
import type { RedactionRule, RedactionRules } from '@storewright/events';

/**
 * The object to redact, such as a customer, with the objects that belong to it, such as orders. `ids` grows
 * when a stored copy reveals further objects.
 */
export interface RedactionSubject {
  id: string;
  rules: RedactionRules;
  /** Ids of the objects to redact, keyed by resource type. */
  ids: ReadonlyMap<string, Set<string>>;
}

/**
 * Result of redacting a JSON value. `concerned` is true if the value contains an object to redact. `changed`
 * is true if an attribute was cleared.
 */
export interface RedactionResult {
  concerned: boolean;
  changed: boolean;
}

/** Current attributes of objects, keyed by object id. An object may now belong to another customer. */
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

/** Adds the ids of objects in a JSON value that refer to the redacted object. */
export function learn(value: unknown, subject: RedactionSubject): void {
  for (const object of objectsIn(value, subject.rules))
    if (isLinked(object, subject)) subject.ids.get(object.type)!.add(object.id);
}

/**
 * Returns the ids of objects that once belonged to the redacted customer, but do not refer to that customer
 * in this copy. In such a copy, only attributes that differ from the current attributes are cleared.
 */
export function idsToCompare(value: unknown, subject: RedactionSubject): string[] {
  return [...objectsIn(value, subject.rules)]
    .filter((object) => isKnown(object, subject) && !isWhole(object, subject))
    .map(({ id }) => id);
}

/**
 * Clears personal attributes of redacted objects anywhere in a JSON value. If an object does not refer to the
 * redacted customer, attributes that equal its current attributes belong to its new customer and are not
 * cleared.
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

/**
 * Yields all resource objects for which redaction rules exist, including nested objects such as results of
 * atomic operations.
 */
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

/**
 * True if all personal attributes of the object must be cleared, because the object is the redacted object or
 * refers to the redacted object.
 */
const isWhole = (object: ResourceObject, subject: RedactionSubject) =>
  ruleOf(object, subject).relationship === undefined || isLinked(object, subject);
