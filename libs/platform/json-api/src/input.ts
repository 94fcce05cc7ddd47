import { isUuid } from '@storewright/text';
import type { ValidationError } from 'class-validator';
import { ApiError, shown, Violations } from './api-error';
import { faultsOfDto } from './dto-faults';
import { type ErrorCode, errorCodes } from './error-codes';
import { type Lids, noLids, readLinkage, readRelationships } from './linkage';
import { checkNested } from './nested-input';
import {
  isObject,
  malformed,
  type Members,
  namesIn,
  pointerBelow,
  readDocument,
  withoutAtMembers,
} from './request-document';
import type { Linkage, Relationship, RepeatedMembers, Resource } from './types';
import { writableOf } from './writable';

/** A DTO with rules that decorators cannot express. Its violations have pointers below `pointer`. */
export interface CustomValidation {
  check(violations: Violations, pointer: string, source: string): void;
}

/**
 * Checks attributes against rules that a DTO cannot express, such as limits in settings. `pointer` refers to
 * the attributes.
 */
export type AttributeCheck = (
  attributes: object,
  violations: Violations,
  pointer: string,
  source: string,
) => void;

/**
 * The validated input of a create or an update. On create, `id` is the UUID that the client chose, if any.
 */
export interface ParsedResource<T extends object = Record<string, unknown>> {
  id?: string;
  attributes: T;
  /** The relationships in the document, by name. */
  relationships: Readonly<Record<string, Linkage>>;
  /** Read-only members in the input of an update. They must equal the current values (`refuseOthers`). */
  repeated?: RepeatedMembers;
  /** JSON pointer to the resource object. */
  pointer: string;
  /** JSON pointer to the linkage. Set if the document contains only a relationship. */
  linkagePointer?: string;
  /** The request body as sent. Idempotency-Key compares it. */
  source: string;
}

export interface ChangeOptions {
  check?: AttributeCheck | undefined;
  /**
   * Accepts read-only members that equal the current values. Set for clients that can read the object. For
   * other clients such members are rejected.
   */
  mayRepeat?: boolean;
  /** Accepts attached meta that equals the current meta. Set for clients that can list meta. */
  mayRepeatMeta?: boolean;
  /** The id of the object if the path has an alias such as `current`. The document can contain either. */
  alsoCalled?: string;
}

/** One resource object of a request document, with the context that its validation needs. */
export interface RequestedResource {
  data: unknown;
  pointer: string;
  source: string;
  /** Ids of resources that other operations of the request create, by type and local id. */
  lids: Lids;
}

/**
 * Reads the body of a POST, one new resource object (JSON:API "Creating Resources"). Throws all violations
 * together.
 */
export function readNew(
  resource: Resource,
  body: Uint8Array,
  check?: AttributeCheck,
): ParsedResource<object> {
  return readNewObject(resource, primaryData(body), check);
}

/**
 * Reads the body of a PATCH of this resource (JSON:API "Updating Resources"). Throws all violations together.
 */
export function readChange(
  resource: Resource,
  id: string,
  body: Uint8Array,
  options: ChangeOptions = {},
): ParsedResource<object> {
  return readChangedObject(resource, primaryData(body), id, options);
}

/** Reads one new resource object. Throws all violations together. */
export function readNewObject(
  resource: Resource,
  sent: RequestedResource,
  check?: AttributeCheck,
): ParsedResource<object> {
  const data = readObject(resource, sent);
  const { id } = data;
  // Postgres returns UUIDs in lowercase, so an id in uppercase would differ from the stored id.
  if (id !== undefined && !(typeof id === 'string' && isUuid(id) && id === id.toLowerCase())) {
    throw new ApiError('client_id_not_allowed', {
      detail: 'Omit the id, or send a UUID in lowercase.',
      source: { pointer: `${sent.pointer}/id` },
    });
  }
  return {
    ...(id === undefined ? {} : { id: id as string }),
    ...readFields({ resource, request: 'create', check }, data, sent),
  };
}

/** Reads the changes of one resource. `id` is the id in the path. Throws all violations together. */
export function readChangedObject(
  resource: Resource,
  sent: RequestedResource,
  id: string,
  options: ChangeOptions = {},
): ParsedResource<object> {
  const data = readObject(resource, sent);
  const { pointer } = sent;
  if (typeof data['id'] !== 'string') {
    throw malformed(
      'data.id must be the id of the resource, as a string.',
      'id' in data ? `${pointer}/id` : pointer,
    );
  }
  const sentId = data['id'].toLowerCase();
  if (sentId !== id.toLowerCase() && sentId !== options.alsoCalled) {
    throw new ApiError('id_mismatch', {
      detail: `data.id is "${shown(data['id'])}", but the path names "${shown(id)}". Send the same id.`,
      source: { pointer: `${pointer}/id` },
    });
  }
  return readFields({ resource, request: 'update', ...options }, data, sent);
}

/**
 * Reads the body of a relationship request: the new linkage, or members to add or remove. Throws all
 * violations together.
 */
export function readLinkageBody(relationship: Relationship, body: Uint8Array): Linkage {
  const { data, pointer, lids } = primaryData(body);
  const violations = new Violations();
  const linkage = readLinkage(relationship, data, pointer, lids, violations);
  if (linkage === null && 'required' in relationship)
    violations.add('invalid_relationship', {
      detail: `This relationship cannot be null. Send a resource identifier of type "${relationship.type}".`,
      source: { pointer },
    });
  violations.throwIfAny();
  return linkage!;
}

/** Returns the member `data` of a request document, whatever its type. */
export function primaryData(body: Uint8Array): RequestedResource {
  const { value, source } = readDocument(body);
  if (!('data' in value)) throw malformed('The document must have a member "data".', '');
  return { data: value['data'], pointer: '/data', source, lids: noLids };
}

function readObject(resource: Resource, { data, pointer }: RequestedResource): Members {
  if (!isObject(data)) throw malformed('"data" must be a resource object.', pointer);
  const { type } = data;
  if (type === undefined) throw malformed(`data.type is required. Send "${resource.type}".`, pointer);
  if (typeof type !== 'string')
    throw malformed(`data.type must be a string. Send "${resource.type}".`, `${pointer}/type`);
  if (type !== resource.type) {
    throw new ApiError('type_mismatch', {
      detail: `data.type must be "${resource.type}" at this path, not "${shown(type)}".`,
      source: { pointer: `${pointer}/type` },
    });
  }
  for (const member of ['attributes', 'relationships']) {
    if (data[member] !== undefined && !isObject(data[member]))
      throw malformed(`"${member}" must be an object.`, `${pointer}/${member}`);
  }
  return data;
}

interface Fields extends ChangeOptions {
  resource: Resource;
  request: 'create' | 'update';
}

/**
 * Checks the names in `attributes` and `relationships`. JSON:API requires servers to ignore unknown members
 * elsewhere.
 */
function readFields(
  { resource, request, check, mayRepeat = false, mayRepeatMeta = false }: Fields,
  data: Members,
  { pointer, source, lids }: RequestedResource,
): Omit<ParsedResource<object>, 'id'> {
  const violations = new Violations();
  const Dto = resource[request];
  const dto = Dto ? new Dto() : {};
  const writable = writableOf(Dto);
  const repeated: { attributes: Members; relationships: Record<string, Linkage> } | undefined = mayRepeat
    ? { attributes: {}, relationships: {} }
    : undefined;
  const sent = (data['attributes'] ?? {}) as Members;
  for (const name of namesIn(sent)) {
    if (violations.isFull) break;
    if (writable.has(name)) (dto as Members)[name] = valueOf(resource, name, sent[name]);
    else if (repeated && isRepeatable(resource, name)) repeated.attributes[name] = sent[name];
    else addNotFillable(resource, name, violations, { request, pointer });
  }
  const linkage = {
    resource,
    request,
    data,
    pointer,
    lids,
    repeated: repeated?.relationships,
    mayRepeatMeta,
  };
  const relationships = readRelationships(linkage, violations);
  for (const error of writable.size ? faultsOfDto(dto) : []) addInvalid(error, data, pointer, violations);
  checkNested(dto, violations, `${pointer}/attributes`);
  if ('check' in dto) (dto as CustomValidation).check(violations, `${pointer}/attributes`, source);
  check?.(dto, violations, `${pointer}/attributes`, source);
  violations.throwIfAny();
  const isRepeated =
    repeated && [repeated.attributes, repeated.relationships].some((each) => Object.keys(each).length > 0);
  return { attributes: dto, relationships, ...(isRepeated && { repeated }), pointer, source };
}

function valueOf({ freeForm }: Resource, name: string, value: unknown): unknown {
  return freeForm.includes(name) ? value : withoutAtMembers(value);
}

function isRepeatable({ attributes, refusedInUpdates }: Resource, name: string): boolean {
  return Object.hasOwn(attributes, name) && !refusedInUpdates.includes(name);
}

/** Adds a violation for an attribute that clients cannot send. `pointer` refers to the resource object. */
export function addNotFillable(
  resource: Resource,
  name: string,
  violations: Violations,
  { request, pointer }: { request: 'create' | 'update'; pointer: string },
): void {
  const writable = writableOf(resource[request]);
  const elsewhere = [resource.create, resource.update].some((Dto) => writableOf(Dto).has(name));
  const exists = elsewhere || Object.hasOwn(resource.attributes, name) || Object.hasOwn(resource.meta, name);
  violations.add(exists ? 'not_fillable' : 'unknown_attribute', {
    detail: exists
      ? `"${shown(name)}" is read-only in this request. Writable attributes: ${[...writable].join(', ') || 'none'}.`
      : `${resource.type} has no attribute "${shown(name)}". Writable attributes: ${[...writable].join(', ') || 'none'}.`,
    source: { pointer: pointerBelow(`${pointer}/attributes`, name) },
    meta: { attribute: name.toWellFormed() },
  });
}

/**
 * Adds a violation. A pointer must refer to an existing value, so a missing attribute is reported at its
 * closest existing parent.
 */
function addInvalid(error: ValidationError, data: Members, pointer: string, violations: Violations): void {
  const attributes = (data['attributes'] ?? {}) as Members;
  const nearest = 'attributes' in data ? `${pointer}/attributes` : pointer;
  const sent = Object.hasOwn(attributes, error.property);
  const rules = Object.entries(error.constraints ?? {});
  for (const [rule, message] of sent ? rules : rules.slice(0, 1)) {
    const code: unknown = error.contexts?.[rule]?.code;
    violations.add(
      typeof code === 'string' && code in errorCodes ? (code as ErrorCode) : 'invalid_attribute',
      {
        detail: sent ? `${message}.` : `"${error.property}" is required: ${message}.`,
        source: { pointer: sent ? pointerBelow(`${pointer}/attributes`, error.property) : nearest },
        meta: { attribute: error.property },
      },
    );
  }
}
