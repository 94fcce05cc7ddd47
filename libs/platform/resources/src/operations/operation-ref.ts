import { ApiError, isObject, isToMany, shown } from '@storewright/json-api';
import type { Action } from '@storewright/scopes';
import { canDo } from '../resource-actions';
import type { ResourceRegistry } from '../resource-registry';
import type { ResourceRepository } from '../resource-repository';

/** Action and target of an operation in an atomic request. */
export interface OperationRef {
  op: 'add' | 'update' | 'remove';
  repository: ResourceRepository;
  action: Action;
  /**
   * Id of the object to change or remove. `lid` is the local id of an object that an earlier operation of the
   * request creates.
   */
  id?: string;
  lid?: string;
  /**
   * Name of the relationship that the operation changes. undefined if the operation changes the object
   * itself.
   */
  relationship?: string;
  version?: number;
  data: unknown;
  pointer: string;
  /** JSON pointer to the member that names the target of the operation, for error responses. */
  place: string;
}

/** `base` is the URL of the request, against which relative references in operations are resolved. */
interface Api {
  registry: ResourceRegistry;
  base: string;
}

type Members = Record<string, unknown>;
const actions = { add: 'post', update: 'patch', remove: 'delete' } as const;

/**
 * Parses the action and the target of an operation. The target is in `ref`, `href` or `data` (JSON:API
 * extension "Atomic Operations", "Operation Objects").
 */
export function readOperationRef({ registry, base }: Api, operation: unknown, pointer: string): OperationRef {
  if (!isObject(operation)) throw malformed('An operation must be an object.', pointer);
  const { op, data } = operation;
  if (op !== 'add' && op !== 'update' && op !== 'remove')
    throw malformed(
      '"op" must be "add", "update" or "remove".',
      'op' in operation ? `${pointer}/op` : pointer,
    );
  const target = targetOf(operation, base, pointer);
  const repository = repositoryOf(registry, target);
  const relationship = relationshipOf(repository, target, op);
  checkMembers(op, operation, target, relationship, pointer);
  const action = relationship === undefined ? actions[op] : 'patch';
  if (!canDo(repository.resource, action))
    throw malformed(`Operations of type ${repository.resource.type} do not support "${op}".`, target.place);
  const { place, id, lid } = target;
  const version = versionOf(operation, action, pointer);
  return {
    ...{ op, repository, action, data, pointer, place },
    ...(id !== undefined && { id }),
    ...(lid !== undefined && { lid }),
    ...(relationship !== undefined && { relationship }),
    ...(version !== undefined && { version }),
  };
}

interface NamedTarget {
  type?: unknown;
  /** URL path of the collection. Clients can send the path in place of the type. */
  path?: string;
  id?: string;
  lid?: string;
  relationship?: unknown;
  place: string;
}

function targetOf({ ref, href, data }: Members, base: string, pointer: string): NamedTarget {
  if (ref !== undefined && href !== undefined)
    throw malformed('Send either "ref" or "href" in an operation, not both.', `${pointer}/href`);
  if (href !== undefined) return addressed(href, base, `${pointer}/href`);
  const [named, place] = ref === undefined ? [data, `${pointer}/data`] : [ref, `${pointer}/ref`];
  if (!isObject(named)) {
    const isThere = ref !== undefined || data !== undefined;
    throw malformed(
      'An operation must have a target. Send "ref", "href" or a type in "data".',
      isThere ? place : pointer,
    );
  }
  for (const member of ['id', 'lid'])
    if (named[member] !== undefined && typeof named[member] !== 'string')
      throw malformed(`"${member}" must be a string.`, `${place}/${member}`);
  if (typeof named['type'] !== 'string')
    throw malformed('"type" must be a string.', 'type' in named ? `${place}/type` : place);
  return {
    type: named['type'],
    ...(named['id'] !== undefined && { id: named['id'] as string }),
    ...(named['lid'] !== undefined && { lid: named['lid'] as string }),
    ...(ref !== undefined && named['relationship'] !== undefined && { relationship: named['relationship'] }),
    place,
  };
}

/**
 * Resolves a URI reference to an object of this API (RFC 3986 §4.1). Rejects references with a query or a
 * fragment, which have no meaning for an operation.
 */
function addressed(href: unknown, base: string, place: string): NamedTarget {
  const url = typeof href === 'string' && URL.canParse(href, base) ? new URL(href, base) : undefined;
  const [, collection, id, relationship] =
    /^(\/api\/[^/]+)(?:\/([^/]+)(?:\/relationships\/([^/]+))?)?$/.exec(url?.pathname ?? '') ?? [];
  if (!url || collection === undefined)
    throw malformed('"href" must be a URL of this API, such as /api/orders.', place);
  const { host, protocol } = new URL(base);
  if (url.host !== host || url.protocol !== protocol || url.username !== '' || url.password !== '')
    throw malformed(`"href" must be a URL of this API, which starts with ${protocol}//${host}.`, place);
  if (/[?#]/.test(href as string)) throw malformed('"href" must not have a query or a fragment.', place);
  return {
    path: collection,
    ...(id !== undefined && { id }),
    ...(relationship !== undefined && { relationship }),
    place,
  };
}

function repositoryOf(registry: ResourceRegistry, { type, path, place }: NamedTarget): ResourceRepository {
  const found =
    path === undefined
      ? registry.find(type as string)
      : registry.all.find(({ resource }) => resource.path === path);
  if (found) return found;
  const known = registry.all.map(({ resource }) => resource.type).join(', ');
  if (path !== undefined)
    throw malformed(
      `"${shown(path)}" is not a collection that operations can change. Collections: ${known}.`,
      place,
    );
  throw malformed(
    `"${shown(type as string)}" is not a type that operations can change. Types: ${known}.`,
    `${place}/type`,
  );
}

function relationshipOf(
  { resource }: ResourceRepository,
  { relationship: name, path, place }: NamedTarget,
  op: string,
): string | undefined {
  if (name === undefined) return undefined;
  const at = path === undefined ? `${place}/relationship` : place;
  const relationship =
    typeof name === 'string' && Object.hasOwn(resource.relationships, name)
      ? resource.relationships[name]
      : undefined;
  if (!relationship) throw malformed(`${resource.type} has no relationship "${shown(String(name))}".`, at);
  if (!relationship.writable?.includes('update'))
    throw new ApiError('relationship_not_writable', {
      detail: `"${String(name)}" of ${resource.type} is read-only.`,
      source: { pointer: at },
    });
  if (op !== 'update' && !isToMany(relationship))
    throw malformed(`"${String(name)}" is a to-one relationship. Use "op": "update".`, at);
  return name as string;
}

function checkMembers(
  op: OperationRef['op'],
  operation: Members,
  { id, lid, place }: NamedTarget,
  relationship: string | undefined,
  pointer: string,
): void {
  const isNew = op === 'add' && relationship === undefined;
  const takesData = op !== 'remove' || relationship !== undefined;
  if (takesData && !('data' in operation)) throw malformed(`"${op}" requires a member "data".`, pointer);
  if (isNew && (operation['ref'] !== undefined || (operation['href'] !== undefined && id !== undefined)))
    throw malformed(
      '"add" cannot refer to an existing object. Send the type in "data", or the path of the collection in "href".',
      place,
    );
  if (!isNew && id === undefined && lid === undefined)
    throw malformed(`"${op}" must name the object by its id or by its lid.`, place);
}

/** Parses `meta.version` of an operation, which has the effect of an If-Match header. */
function versionOf({ meta }: Members, action: Action, pointer: string): number | undefined {
  if (!isObject(meta) || meta['version'] === undefined) return undefined;
  const { version } = meta;
  const place = `${pointer}/meta/version`;
  if (action === 'post') throw malformed('A new object has no version yet. Omit meta.version.', place);
  if (!Number.isInteger(version) || (version as number) < 1)
    throw malformed(
      '"version" must be a positive integer. Send the version from the meta of the object.',
      place,
    );
  return version as number;
}

function malformed(detail: string, pointer: string): ApiError {
  return new ApiError('malformed_operation', { detail, source: { pointer } });
}
