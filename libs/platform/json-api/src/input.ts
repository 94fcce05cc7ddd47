import { getMetadataStorage, type ValidationError } from 'class-validator';
import { ApiError, shown, Violations } from './api-error';
import { isUuid } from './cursor';
import { faultsOfDto } from './dto-faults';
import { type ErrorCode, errorCodes } from './error-codes';
import { type Lids, type Linkage, noLids, readLinkage, readRelationships } from './linkage';
import { checkNested } from './nested-input';
import type { Relationship } from './relationship';
import type { RepeatedMembers } from './repeated';
import {
  isObject,
  malformed,
  type Members,
  namesIn,
  pointerBelow,
  readDocument,
  withoutAtMembers,
} from './request-document';
import type { Resource } from './resource';

export type ClassConstructor<T extends object = object> = new () => T;

/** A DTO that has more to say than its decorators can: it may add violations with pointers of their own below `pointer`. */
export interface CustomValidation {
  check(violations: Violations, pointer: string, source: string): void;
}

/** A check of attributes that their DTO can't make, such as one that depends on settings. `pointer`: of the attributes. */
export type AttributeCheck = (
  attributes: object,
  violations: Violations,
  pointer: string,
  source: string,
) => void;

/** What a client sent to make or change a resource, checked. `id`: its own UUID for a new one. */
export interface ParsedResource<T extends object = Record<string, unknown>> {
  id?: string;
  attributes: T;
  /** Those that were sent, by name. */
  relationships: Readonly<Record<string, Linkage>>;
  /** Of a change: what was sent besides, and has to be what is there (`refuseOthers`). */
  repeated?: RepeatedMembers;
  /** Where the resource object is in the document, as a JSON pointer. */
  pointer: string;
  /** Where the linkage is, if the document is that of a relationship alone. */
  linkagePointer?: string;
  /** The body as it came: what Idempotency-Key compares. */
  source: string;
}

/** How a change is read. */
export interface ChangeOptions {
  check?: AttributeCheck | undefined;
  /** What cannot be changed is kept apart, to be compared with what is there; only for whoever may read that. By default it is refused. */
  mayRepeat?: boolean;
  /** The same of the meta that is attached to it; only for whoever may list meta. */
  mayRepeatMeta?: boolean;
  /** The id of what the address has another word for, such as `current`: the document may have either. */
  alsoCalled?: string;
}

/** One resource object of a request document, and what else of the document bears on it. */
export interface RequestedResource {
  data: unknown;
  pointer: string;
  source: string;
  /** Ids of resources that the same request makes. */
  lids: Lids;
}

/** Reads the body of a POST: one new resource object (JSON:API "Creating Resources"). Throws every violation at once. */
export function readNew(
  resource: Resource,
  body: Uint8Array,
  check?: AttributeCheck,
): ParsedResource<object> {
  return readNewObject(resource, primaryData(body), check);
}

/** Reads the body of a PATCH of the resource with this id (JSON:API "Updating Resources"). Throws every violation at once. */
export function readChange(
  resource: Resource,
  id: string,
  body: Uint8Array,
  options: ChangeOptions = {},
): ParsedResource<object> {
  return readChangedObject(resource, primaryData(body), id, options);
}

/** One new resource object. Throws every violation at once. */
export function readNewObject(
  resource: Resource,
  sent: RequestedResource,
  check?: AttributeCheck,
): ParsedResource<object> {
  const data = readObject(resource, sent);
  const { id } = data;
  // An id in capitals would come back in small letters, as another text.
  if (id !== undefined && !(typeof id === 'string' && isUuid(id) && id === id.toLowerCase())) {
    throw new ApiError('client_id_not_allowed', {
      detail: 'Leave the id out, or send a UUID of your own, in small letters.',
      source: { pointer: `${sent.pointer}/id` },
    });
  }
  return {
    ...(id === undefined ? {} : { id: id as string }),
    ...readFields({ resource, request: 'create', check }, data, sent),
  };
}

/** The changes of one resource. `id`: the one that the address names. Throws every violation at once. */
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
      'data.id is missing or is no string; send the id of the resource.',
      'id' in data ? `${pointer}/id` : pointer,
    );
  }
  const sentId = data['id'].toLowerCase();
  if (sentId !== id.toLowerCase() && sentId !== options.alsoCalled) {
    throw new ApiError('id_mismatch', {
      detail: `The document is about "${shown(data['id'])}", the address about "${shown(id)}".`,
      source: { pointer: `${pointer}/id` },
    });
  }
  return readFields({ resource, request: 'update', ...options }, data, sent);
}

/** Reads the body of a request about a relationship: its new linkage, or members to add or remove. Throws every violation at once. */
export function readLinkageBody(relationship: Relationship, body: Uint8Array): Linkage {
  const { data, pointer, lids } = primaryData(body);
  const violations = new Violations();
  const linkage = readLinkage(relationship, data, pointer, lids, violations);
  if (linkage === null && 'required' in relationship)
    violations.add('invalid_relationship', {
      detail: `It always leads to one of ${relationship.type}.`,
      source: { pointer },
    });
  violations.throwIfAny();
  return linkage!;
}

/** The member `data` of a request document, whatever it is. */
export function primaryData(body: Uint8Array): RequestedResource {
  const { value, source } = readDocument(body);
  if (!('data' in value)) throw malformed('The document has no member "data".', '');
  return { data: value['data'], pointer: '/data', source, lids: noLids };
}

function readObject(resource: Resource, { data, pointer }: RequestedResource): Members {
  if (!isObject(data)) throw malformed('"data" is one resource object.', pointer);
  const { type } = data;
  if (type === undefined) throw malformed(`data.type is missing; send "${resource.type}".`, pointer);
  if (typeof type !== 'string')
    throw malformed(`data.type is a string; send "${resource.type}".`, `${pointer}/type`);
  if (type !== resource.type) {
    throw new ApiError('type_mismatch', {
      detail: `This address takes the type "${resource.type}", not "${shown(type)}".`,
      source: { pointer: `${pointer}/type` },
    });
  }
  for (const member of ['attributes', 'relationships']) {
    if (data[member] !== undefined && !isObject(data[member]))
      throw malformed(`"${member}" is an object.`, `${pointer}/${member}`);
  }
  return data;
}

interface Fields extends ChangeOptions {
  resource: Resource;
  request: 'create' | 'update';
}

/** Only `attributes` and `relationships` are checked against a list; other members are ignored, as the standard asks. */
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

const writableNames = new Map<ClassConstructor | undefined, ReadonlySet<string>>([[undefined, new Set()]]);

/** The properties of a DTO class that have a validation decorator: what a client may send. */
export function writableOf(Dto: ClassConstructor | undefined): ReadonlySet<string> {
  let names = writableNames.get(Dto);
  if (!names) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(Dto!, '', false, false);
    writableNames.set(Dto, (names = new Set(rules.map(({ propertyName }) => propertyName))));
  }
  return names;
}

/** `pointer`: of the resource object. */
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
      ? `"${shown(name)}" cannot be sent with this request; it takes ${[...writable].join(', ') || 'nothing'}.`
      : `${resource.type} has no attribute "${shown(name)}"; this request takes ${[...writable].join(', ') || 'nothing'}.`,
    source: { pointer: pointerBelow(`${pointer}/attributes`, name) },
    meta: { attribute: name.toWellFormed() },
  });
}

/** A missing attribute has no place of its own, so the pointer goes to the nearest value that is there. */
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
        detail: sent ? `${message}.` : `"${error.property}" is missing: ${message}.`,
        source: { pointer: sent ? pointerBelow(`${pointer}/attributes`, error.property) : nearest },
        meta: { attribute: error.property },
      },
    );
  }
}
