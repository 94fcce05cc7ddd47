import type { Attached, JoinTable, ParsedResource, Preconditions } from '@storewright/json-api';

export interface ResourceLocator {
  id: string;
  ifMatch?: Preconditions | undefined;
  /** Expected version from `meta.version` in an operation of an atomic request. */
  version?: number | undefined;
}

/**
 * Storage of a to-many relationship: a column of the related objects, a join table, or the type and id of the
 * parent object.
 */
export type Membership = { column: string } | JoinTable | Attached;

export interface RelatedQuery {
  many: Membership;
  ids: readonly string[];
  limit: number;
}

export interface ParentScope {
  many: Membership;
  id: string;
}

/**
 * A change to the members of a to-many relationship. `pointer` is the JSON pointer to the linkage in the
 * request document.
 */
export interface MemberChange {
  name: string;
  how: 'replace' | 'add' | 'remove';
  ids: readonly string[];
  pointer: string;
}

/**
 * A valid write before its execution. `ResourceRepository.locksOf` returns the row locks that the write
 * needs.
 */
export type PlannedWrite<C extends object = object, U extends object = object> =
  | { op: 'add'; input: ParsedResource<C> }
  | { op: 'update'; id: string; input: Pick<ParsedResource<U>, 'attributes' | 'relationships'> }
  | { op: 'remove'; id: string }
  | ({ op: 'members'; id: string } & Omit<MemberChange, 'pointer'>);
