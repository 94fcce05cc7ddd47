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

/**
 * A DTO class with validation rules that decorators cannot express. `pointer` is the JSON pointer to the
 * attributes.
 */
export interface CustomValidation {
  check(violations: Violations, pointer: string, source: string): void;
}

/**
 * Validates attributes by rules that a DTO class cannot contain, such as configured limits. `pointer` is the
 * JSON pointer to the attributes.
 */
export type AttributeCheck = (
  attributes: object,
  violations: Violations,
  pointer: string,
  source: string,
) => void;

/**
 * Validated input of a create or update request. On create, `id` is the UUID that the client generated, if
 * any.
 */
export interface ParsedResource<T extends object = Record<string, unknown>> {
  id?: string;
  attributes: T;
  relationships: Readonly<Record<string, Linkage>>;
  /**
   * Read-only members in an update request. `refuseOthers` rejects members that differ from the current
   * values.
   */
  repeated?: RepeatedMembers;
  pointer: string;
  /**
   * JSON pointer to the linkage. Present only in a relationship request, whose document contains no resource
   * object.
   */
  linkagePointer?: string;
  /** Text of the request body. Requests with the same Idempotency-Key must have the same body. */
  source: string;
}

export interface ChangeOptions {
  check?: AttributeCheck | undefined;
  /**
   * Accepts an update request that repeats read-only members with their current values. Must be false for
   * clients that cannot read the object, because such clients could otherwise probe its values.
   */
  mayRepeat?: boolean;
  /**
   * Accepts an update request that repeats the relationship `meta` unchanged. Must be false for clients that
   * cannot list meta objects.
   */
  mayRepeatMeta?: boolean;
  /**
   * Id of the object if the request path contains an alias such as `current`. The request document can
   * contain the id or the alias.
   */
  alsoCalled?: string;
}

export interface RequestedResource {
  data: unknown;
  pointer: string;
  source: string;
  lids: Lids;
}

/**
 * Parses the body of a POST request with one new resource object (JSON:API "Creating Resources"). Throws all
 * violations together.
 */
export function readNew(
  resource: Resource,
  body: Uint8Array,
  check?: AttributeCheck,
): ParsedResource<object> {
  return readNewObject(resource, primaryData(body), check);
}

/**
 * Parses the body of a PATCH request for one resource (JSON:API "Updating Resources"). Throws all violations
 * together.
 */
export function readChange(
  resource: Resource,
  id: string,
  body: Uint8Array,
  options: ChangeOptions = {},
): ParsedResource<object> {
  return readChangedObject(resource, primaryData(body), id, options);
}

export function readNewObject(
  resource: Resource,
  sent: RequestedResource,
  check?: AttributeCheck,
): ParsedResource<object> {
  const data = readObject(resource, sent);
  const { id } = data;
  // A client-generated id must be lowercase, because Postgres returns UUIDs in lowercase.
  if (id !== undefined && !(typeof id === 'string' && isUuid(id) && id === id.toLowerCase())) {
    throw new ApiError('client_id_not_allowed', {
      detail: 'The id of a new resource must be a UUID in lowercase. Send a valid UUID, or omit the id.',
      source: { pointer: `${sent.pointer}/id` },
    });
  }
  return {
    ...(id === undefined ? {} : { id: id as string }),
    ...readFields({ resource, request: 'create', check }, data, sent),
  };
}

/**
 * Parses the resource object of an update. `id` is the id in the request path. Throws all violations
 * together.
 */
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
 * Parses the body of a relationship request, which contains the new linkage or the members to add or remove.
 * Throws all violations together.
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
 * Reads `attributes` and `relationships` of a resource object, and rejects unknown names in these two
 * members. JSON:API requires that unknown names elsewhere are ignored.
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

/**
 * Adds a violation for an unknown or read-only attribute. `pointer` is the JSON pointer to the resource object.
 */
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
 * Adds the violations of one attribute. The JSON pointer of a missing attribute refers to the closest parent
 * that exists, because an error pointer must refer to an existing value.
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
