import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { ApiError, shown, Violations } from './api-error';
import { isUuid } from './cursor';
import { type ErrorCode, errorCodes } from './error-codes';
import type { Resource } from './resource';

export type ClassConstructor<T extends object = object> = new () => T;

/** A DTO that has more to say than its decorators can: it may add violations with pointers of their own below `pointer`. */
export interface ChecksItself {
  check(violations: Violations, pointer: string, source: string): void;
}

/** What a client sent to make or change a resource, checked. `id`: its own UUID for a new one. */
export interface Input<T extends object = Record<string, unknown>> {
  id?: string;
  attributes: T;
  /** The body as it came: what Idempotency-Key compares. */
  source: string;
}

/** Reads the body of a POST: one new resource object (JSON:API "Creating Resources"). Throws every violation at once. */
export function readNew(resource: Resource, body: Uint8Array): Input<object> {
  const { data, source } = readData(resource, body);
  const { id } = data;
  if (id !== undefined && !(typeof id === 'string' && isUuid(id))) {
    throw new ApiError('client_id_not_allowed', {
      detail: 'Leave the id out, or send a UUID of your own.',
      source: { pointer: '/data/id' },
    });
  }
  const attributes = readAttributes(resource, resource.create, data, source);
  return { ...(id === undefined ? {} : { id: (id as string).toLowerCase() }), attributes, source };
}

/** Reads the body of a PATCH of the resource with this id (JSON:API "Updating Resources"). Throws every violation at once. */
export function readChange(resource: Resource, id: string, body: Uint8Array): Input<object> {
  const { data, source } = readData(resource, body);
  if (typeof data['id'] !== 'string') {
    throw malformed(
      'data.id is missing or is no string; send the id of the resource.',
      'id' in data ? '/data/id' : '/data',
    );
  }
  if (data['id'].toLowerCase() !== id.toLowerCase()) {
    throw new ApiError('id_mismatch', {
      detail: `The document is about "${shown(data['id'])}", the address about "${shown(id)}".`,
      source: { pointer: '/data/id' },
    });
  }
  return { attributes: readAttributes(resource, resource.update, data, source), source };
}

type Members = Record<string, unknown>;

function readData(resource: Resource, body: Uint8Array): { data: Members; source: string } {
  const { value, source } = parseJson(body);
  if (!isObject(value)) throw malformed('The document is an object with a member "data".', '');
  if (!('data' in value)) throw malformed('The document has no member "data".', '');
  const { data } = value;
  if (!isObject(data)) throw malformed('"data" is one resource object.', '/data');
  const { type } = data;
  if (type === undefined) throw malformed(`data.type is missing; send "${resource.type}".`, '/data');
  if (typeof type !== 'string')
    throw malformed(`data.type is a string; send "${resource.type}".`, '/data/type');
  if (type !== resource.type) {
    throw new ApiError('type_mismatch', {
      detail: `This address takes the type "${resource.type}", not "${shown(type)}".`,
      source: { pointer: '/data/type' },
    });
  }
  for (const member of ['attributes', 'relationships']) {
    if (data[member] !== undefined && !isObject(data[member]))
      throw malformed(`"${member}" is an object.`, `/data/${member}`);
  }
  return { data, source };
}

function parseJson(body: Uint8Array): { value: unknown; source: string } {
  if (body.length === 0) throw malformed('The body is empty; send a JSON:API document.');
  let source: string;
  try {
    source = new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw malformed('The body is not UTF-8.');
  }
  try {
    return { value: JSON.parse(source), source };
  } catch (cause) {
    const place = /position (\d+)/.exec((cause as Error).message)?.[1];
    throw malformed(`The body is not JSON${place ? `: look at character ${place}` : ''}.`);
  }
}

/** Only `attributes` and `relationships` are checked against a list; other members are ignored, as the standard asks. */
function readAttributes(
  resource: Resource,
  Dto: ClassConstructor | undefined,
  data: Members,
  source: string,
): object {
  const violations = new Violations();
  const attributes = (data['attributes'] ?? {}) as Members;
  const dto = Dto ? new Dto() : {};
  const fillable = fillableOf(Dto);
  for (const [name, value] of Object.entries(attributes)) {
    if (fillable.has(name)) (dto as Members)[name] = value;
    else refuseAttribute(resource, name, violations, fillable);
  }
  for (const name of Object.keys((data['relationships'] ?? {}) as Members)) {
    violations.add('unknown_relationship', {
      detail: `${resource.type} has no relationship "${shown(name)}" that could be sent.`,
      source: { pointer: pointerBelow('/data/relationships', name) },
    });
  }
  for (const error of fillable.size ? validateSync(dto, { forbidUnknownValues: false }) : [])
    addInvalid(error, data, violations);
  if ('check' in dto) (dto as ChecksItself).check(violations, '/data/attributes', source);
  violations.throwIfAny();
  return dto;
}

const fillableNames = new Map<ClassConstructor | undefined, ReadonlySet<string>>([[undefined, new Set()]]);

/** The properties of a DTO class that have a validation decorator: what a client may send. */
function fillableOf(Dto: ClassConstructor | undefined): ReadonlySet<string> {
  let names = fillableNames.get(Dto);
  if (!names) {
    const rules = getMetadataStorage().getTargetValidationMetadatas(Dto!, '', false, false);
    fillableNames.set(Dto, (names = new Set(rules.map(({ propertyName }) => propertyName))));
  }
  return names;
}

function refuseAttribute(
  resource: Resource,
  name: string,
  violations: Violations,
  fillable: ReadonlySet<string>,
): void {
  const elsewhere = [resource.create, resource.update].some((Dto) => fillableOf(Dto).has(name));
  const exists =
    elsewhere || Object.hasOwn(resource.attributes, name) || Object.hasOwn(resource.extras, name);
  violations.add(exists ? 'not_fillable' : 'unknown_attribute', {
    detail: exists
      ? `"${shown(name)}" cannot be sent with this request; it takes ${[...fillable].join(', ') || 'nothing'}.`
      : `${resource.type} has no attribute "${shown(name)}"; this request takes ${[...fillable].join(', ') || 'nothing'}.`,
    source: { pointer: pointerBelow('/data/attributes', name) },
    meta: { attribute: name.toWellFormed() },
  });
}

/** A missing attribute has no place of its own, so the pointer goes to the nearest value that is there. */
function addInvalid(error: ValidationError, data: Members, violations: Violations): void {
  const attributes = (data['attributes'] ?? {}) as Members;
  const nearest = 'attributes' in data ? '/data/attributes' : '/data';
  const sent = Object.hasOwn(attributes, error.property);
  const rules = Object.entries(error.constraints ?? {});
  for (const [rule, message] of sent ? rules : rules.slice(0, 1)) {
    const code: unknown = error.contexts?.[rule]?.code;
    violations.add(
      typeof code === 'string' && code in errorCodes ? (code as ErrorCode) : 'invalid_attribute',
      {
        detail: sent ? `${message}.` : `"${error.property}" is missing: ${message}.`,
        source: { pointer: sent ? pointerBelow('/data/attributes', error.property) : nearest },
        meta: { attribute: error.property },
      },
    );
  }
}

/**
 * The JSON pointer of a member (RFC 6901 §3). No pointer can name a member whose name has an unpaired surrogate, so it stays at what
 * holds the member.
 */
export function pointerBelow(pointer: string, name: string): string {
  return name.isWellFormed() ? `${pointer}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : pointer;
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function malformed(detail: string, pointer?: string): ApiError {
  return new ApiError('malformed_document', {
    detail,
    ...(pointer === undefined ? {} : { source: { pointer } }),
  });
}
