import type { Grant } from '@storewright/access';
import { newId } from '@storewright/database';
import {
  type AddressedDocument,
  ApiError,
  isObject,
  isToMany,
  isUuid,
  lidKey,
  type Linkage,
  locatedIn,
  type ParsedResource,
  readChangedObject,
  readLinkage,
  readNewObject,
  shown,
  Violations,
} from '@storewright/json-api';
import { changeOptions, checkOf } from '../request-parameters';
import type { ResourceLocator } from '../resource-queries';
import type { ResourceRegistry } from '../resource-registry';
import type { ResourceRepository } from '../resource-repository';
import { type OperationRef, readOperationRef } from './operation-ref';

/** A valid operation of an atomic request, whose target may not exist. */
export type Operation = { repository: ResourceRepository; pointer: string } & (
  | ObjectWrite
  | ({ op: 'members'; name: string; how: 'replace' | 'add' | 'remove'; ids: readonly string[] } & Known)
);

export type ObjectWrite =
  | { op: 'add'; input: ParsedResource<object> }
  | ({ op: 'update'; input: ParsedResource<object> } & Known)
  | ({ op: 'remove' } & Known);

type Known = ResourceLocator;

/** The targets of all operations in a request, which determine the required scopes. */
export interface OperationsRequest {
  refs: readonly OperationRef[];
  source: string;
}

export const MAX_OPERATIONS = 100;

/** Parses the actions and targets of all operations. Reports all invalid operations in one error. */
export function readRefs(
  registry: ResourceRegistry,
  { value, source, base }: AddressedDocument,
): OperationsRequest {
  const operations = value['atomic:operations'];
  const pointer = '/atomic:operations';
  if (!Array.isArray(operations) || operations.length === 0) {
    const detail = 'The document must have a member "atomic:operations" with at least one operation.';
    throw new ApiError('malformed_operation', {
      detail,
      source: { pointer: operations === undefined ? '' : pointer },
    });
  }
  if (operations.length > MAX_OPERATIONS) {
    const detail = `A request can have at most ${MAX_OPERATIONS} operations. This request has ${operations.length}.`;
    throw new ApiError('too_many_operations', { detail, source: { pointer } });
  }
  const refs = mapCollectingErrors(operations, (operation, at) =>
    readOperationRef({ registry, base }, operation, `${pointer}/${at}`),
  );
  return { refs, source };
}

/**
 * Parses the operations completely and resolves local ids (`lid`). Reports all invalid operations in one
 * error.
 */
export function readOperations({ refs, source }: OperationsRequest, grant: Grant): Operation[] {
  const lids = new Map<string, string>();
  return mapCollectingErrors(refs, (ref) => {
    const { pointer } = ref;
    try {
      return read(ref, lids, source, grant);
    } catch (error) {
      throw locatedIn(pointer, error);
    }
  });
}

function read(ref: OperationRef, lids: Map<string, string>, source: string, grant: Grant): Operation {
  const { op, repository, pointer, data, relationship, version } = ref;
  const { resource } = repository;
  if (relationship !== undefined) return linkageChange(ref, relationship, lids, source);
  if (op === 'remove') return { op, repository, pointer, version, id: idOf(ref, lids) };
  const sent = { data, pointer: `${pointer}/data`, source, lids };
  if (op === 'add') {
    const input = readNewObject(resource, sent, checkOf(repository));
    const { lid } = data as { lid?: unknown };
    if (typeof lid !== 'string') return { op, repository, pointer, input };
    const id = input.id ?? newId();
    addLid(lids, lidKey(resource.type, lid), id, `${pointer}/data/lid`);
    return { op, repository, pointer, input: { ...input, id } };
  }
  const id = idOf(ref, lids);
  const named = isObject(data) && data['id'] === undefined ? { ...data, id } : data;
  return {
    op,
    repository,
    pointer,
    id,
    version,
    input: readChangedObject(resource, { ...sent, data: named }, id, changeOptions(repository, grant)),
  };
}

function linkageChange(
  ref: OperationRef,
  name: string,
  lids: Map<string, string>,
  source: string,
): Operation {
  const { op, repository, pointer, data, version } = ref;
  const relationship = repository.resource.relationships[name]!;
  const violations = new Violations();
  const linkage = readLinkage(relationship, data, `${pointer}/data`, lids, violations);
  violations.throwIfAny();
  const id = idOf(ref, lids);
  if (isToMany(relationship)) {
    const how = op === 'update' ? 'replace' : op;
    return {
      op: 'members',
      repository,
      pointer: `${pointer}/data`,
      id,
      version,
      name,
      how,
      ids: linkage as readonly string[],
    };
  }
  const relationships = { [name]: linkage as Linkage };
  const input = {
    attributes: {},
    relationships,
    pointer: `${pointer}/data`,
    linkagePointer: `${pointer}/data`,
    source,
  };
  return { op: 'update', repository, pointer, id, version, input };
}

/**
 * Returns the id of the operation's target. Resolves a local id (`lid`) to the id of the object that an
 * earlier operation creates.
 */
function idOf({ repository, id, lid, place }: OperationRef, lids: ReadonlyMap<string, string>): string {
  const { type } = repository.resource;
  if (lid !== undefined) {
    const made = lids.get(lidKey(type, lid));
    if (made !== undefined) return made;
    const detail = `No earlier operation adds an object of type ${type} with the lid "${shown(lid)}".`;
    throw new ApiError('malformed_operation', { detail, source: { pointer: place } });
  }
  if (id !== undefined && isUuid(id)) return id.toLowerCase();
  throw new ApiError('not_found', {
    detail: `No ${type} object has the id "${shown(id ?? '')}".`,
    source: { pointer: place },
  });
}

function addLid(lids: Map<string, string>, key: string, id: string, pointer: string): void {
  if (lids.has(key)) {
    const detail = 'An earlier operation already adds an object with this lid. Use another lid.';
    throw new ApiError('duplicate_lid', { detail, source: { pointer } });
  }
  lids.set(key, id);
}

/** Maps all elements with `make`. Collects the errors of all calls and throws them together. */
function mapCollectingErrors<T, R>(all: readonly T[], make: (each: T, at: number) => R): R[] {
  const violations = new Violations();
  const made = all.flatMap((each, at) => {
    if (violations.isFull) return [];
    try {
      return [make(each, at)];
    } catch (error) {
      const errors = (error as { errors?: readonly ApiError[] }).errors ?? [error];
      if (!errors.every((each): each is ApiError => each instanceof ApiError)) throw error;
      for (const each of errors) violations.addError(each);
      return [];
    }
  });
  violations.throwIfAny();
  return made;
}
