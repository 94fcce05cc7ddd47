import { isUuid } from '@storewright/text';
import { ApiError, shown, Violations } from './api-error';
import { isObject, malformed, namesIn, pointerBelow } from './request-document';
import { isToMany, relationshipOf } from './relationship';
import type { Linkage, Relationship, Resource } from './types';

/**
 * Ids of resources that the request creates, keyed by resource type and local id (JSON:API "Document:
 * Identification").
 */
export type Lids = ReadonlyMap<string, string>;
export const noLids: Lids = new Map();
export const lidKey = (type: string, lid: string) => JSON.stringify([type, lid]);

/** Maximum number of resource identifiers in a linkage. One SQL statement looks up all of them. */
export const MAX_MEMBERS = 1_000;

interface Reading {
  resource: Resource;
  request: 'create' | 'update';
  data: Record<string, unknown>;
  pointer: string;
  lids: Lids;
  /**
   * Receives the read-only relationships of the request for a comparison with their current values. If
   * undefined, read-only relationships are rejected.
   */
  repeated?: Record<string, Linkage> | undefined;
  /** True if the request can repeat the read-only relationship `meta`. Otherwise this relationship is rejected. */
  mayRepeatMeta?: boolean;
}

export function readRelationships(reading: Reading, violations: Violations): Record<string, Linkage> {
  const { resource, request, data, pointer, lids } = reading;
  const sent = (data['relationships'] ?? {}) as Record<string, unknown>;
  const read: Record<string, Linkage> = {};
  for (const name of namesIn(sent)) {
    if (violations.isFull) break;
    const value = sent[name];
    const place = pointerBelow(`${pointer}/relationships`, name);
    const relationship = writable(resource, name, request);
    if (!relationship) readRepeated(reading, name, value, violations);
    else if (!isObject(value) || !('data' in value))
      violations.addError(malformed(`"${name}" must be an object with a member "data".`, place));
    else {
      const linkage = readLinkage(relationship, value['data'], `${place}/data`, lids, violations);
      if (linkage !== undefined) read[name] = linkage;
    }
  }
  for (const [name, relationship] of Object.entries(resource.relationships)) {
    if (isToMany(relationship) || !relationship.required) continue;
    const isMissing = request === 'create' && !Object.hasOwn(sent, name);
    if (isMissing || read[name] === null)
      addMissing(
        resource,
        name,
        isMissing ? nearest(data, pointer) : `${pointer}/relationships/${name}/data`,
        violations,
      );
  }
  return read;
}

/**
 * Parses resource linkage. Adds violations and returns undefined if the linkage is invalid. `pointer` is the
 * JSON pointer to the linkage.
 */
export function readLinkage(
  relationship: Relationship,
  value: unknown,
  pointer: string,
  lids: Lids,
  violations: Violations,
): Linkage | undefined {
  const identify = (each: unknown, place: string): string | undefined => {
    const id = readIdentifier(relationship.type, each, place, lids);
    if (typeof id === 'string') return id;
    violations.addError(id);
    return undefined;
  };
  if (!isToMany(relationship)) return value === null ? null : identify(value, pointer);
  if (!Array.isArray(value)) {
    violations.addError(malformed('"data" must be an array of resource identifiers.', pointer));
    return undefined;
  }
  if (value.length > MAX_MEMBERS) {
    const detail = `A request can name at most ${MAX_MEMBERS} members of a relationship.`;
    violations.add('invalid_relationship', { detail, source: { pointer } });
    return undefined;
  }
  const ids = value.map((each, at) => identify(each, `${pointer}/${at}`));
  return ids.every((id) => id !== undefined) ? [...new Set(ids)] : undefined;
}

function readIdentifier(type: string, value: unknown, pointer: string, lids: Lids): string | ApiError {
  if (!isObject(value))
    return malformed(`This value must be a resource identifier, {"type": "${type}", "id": …}.`, pointer);
  const place = (member: string) => (member in value ? `${pointer}/${member}` : pointer);
  if (typeof value['type'] !== 'string')
    return malformed(`The resource identifier must have the member "type". Send "${type}".`, place('type'));
  if (value['type'] !== type) {
    const detail = `This relationship accepts only the type "${type}", not "${shown(value['type'])}".`;
    return new ApiError('type_mismatch', { detail, source: { pointer: `${pointer}/type` } });
  }
  const { id, lid } = value;
  if (typeof lid === 'string' && id === undefined) {
    const detail = `No operation of this request adds a resource of type ${type} with the lid "${shown(lid)}".`;
    return lids.get(lidKey(type, lid)) ?? malformed(detail, `${pointer}/lid`);
  }
  if (typeof id !== 'string')
    return malformed('The id of a resource identifier must be a string.', place('id'));
  return isUuid(id) ? id.toLowerCase() : noSuch(type, id, pointer);
}

/**
 * Creates the error for a relationship whose target does not exist in this shop (JSON:API "Creating Resources:
 * 404").
 */
export function noSuch(type: string, id: string, pointer: string): ApiError {
  return new ApiError('not_found', {
    detail: `No ${type} object has the id "${shown(id)}".`,
    source: { pointer: `${pointer}/id` },
  });
}

function writable(resource: Resource, name: string, request: 'create' | 'update'): Relationship | undefined {
  const relationship = Object.hasOwn(resource.relationships, name) ? resource.relationships[name] : undefined;
  return relationship?.writable?.includes(request) ? relationship : undefined;
}

/**
 * Rejects a read-only relationship, or adds it to `repeated` for a comparison with the current value. Accepts
 * a relationship object without `data`, as responses contain it.
 */
function readRepeated(
  { resource, request, pointer, lids, repeated, mayRepeatMeta }: Reading,
  name: string,
  value: unknown,
  violations: Violations,
): void {
  const relationship = relationshipOf(resource, name);
  if (repeated && relationship && isOnlyAddressed(value)) return;
  const isCompared = repeated && (mayRepeatMeta || relationship?.type !== 'meta');
  const unreadable = new Violations();
  const linkage =
    relationship && isCompared && isObject(value) && 'data' in value
      ? readLinkage(relationship, value['data'], pointer, lids, unreadable)
      : undefined;
  if (linkage === undefined || unreadable.errors.length > 0)
    addNotWritable(resource, name, violations, { request, pointer });
  else repeated![name] = linkage;
}

/**
 * True for a relationship object with links or meta but without `data`. Clients that send complete objects
 * copy such relationships from responses.
 */
function isOnlyAddressed(value: unknown): boolean {
  if (!isObject(value) || 'data' in value) return false;
  return isObject(value['links']) || isObject(value['meta']);
}

/**
 * Adds a violation for an unknown or read-only relationship. `pointer` is the JSON pointer to the resource
 * object.
 */
export function addNotWritable(
  resource: Resource,
  name: string,
  violations: Violations,
  { request, pointer }: { request: 'create' | 'update'; pointer: string },
): void {
  const exists = relationshipOf(resource, name) !== undefined;
  const takes = Object.keys(resource.relationships).filter((each) => writable(resource, each, request));
  violations.add(exists ? 'relationship_not_writable' : 'unknown_relationship', {
    detail: exists
      ? `"${name}" of ${resource.type} is read-only in this request. Writable relationships: ${takes.join(', ') || 'none'}.`
      : `${resource.type} has no relationship "${shown(name)}". Writable relationships: ${takes.join(', ') || 'none'}.`,
    source: { pointer: pointerBelow(`${pointer}/relationships`, name) },
  });
}

function addMissing(resource: Resource, name: string, pointer: string, violations: Violations): void {
  violations.add('invalid_relationship', {
    detail: `"${name}" is required. Send a resource identifier of type ${resource.relationships[name]!.type}.`,
    source: { pointer },
    meta: { relationship: name },
  });
}

/**
 * Returns the pointer to the closest parent that exists, because an error pointer must refer to an existing
 * value.
 */
function nearest(data: Record<string, unknown>, pointer: string): string {
  return 'relationships' in data ? `${pointer}/relationships` : pointer;
}
