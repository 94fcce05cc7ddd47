import type { Attached, JoinTable, ParsedResource, Preconditions } from '@storewright/json-api';

export interface ResourceLocator {
  id: string;
  ifMatch?: Preconditions | undefined;
  /** Value of `meta.version` in an operation of an atomic request. */
  version?: number | undefined;
}

/**
 * Where the database stores a to-many relationship: in a column of the related objects, in a join table, or
 * as the type and id of the parent object.
 */
export type Membership = { column: string } | JoinTable | Attached;

/** Query for the related objects of several parent objects. */
export interface RelatedQuery {
  many: Membership;
  ids: readonly string[];
  /** Maximum number of related objects per parent object. */
  limit: number;
}

/** Limits a list to the related objects of one parent object. */
export interface ParentScope {
  many: Membership;
  id: string;
}

/**
 * A change of the linkage of a to-many relationship. `pointer` is the JSON pointer to the linkage in the
 * request document.
 */
export interface MemberChange {
  name: string;
  how: 'replace' | 'add' | 'remove';
  ids: readonly string[];
  pointer: string;
}

/**
 * A write that has been validated but has not run. `ResourceRepository.locksOf` returns the row locks that it
 * needs.
 */
export type PlannedWrite<C extends object = object, U extends object = object> =
  | { op: 'add'; input: ParsedResource<C> }
  | { op: 'update'; id: string; input: Pick<ParsedResource<U>, 'attributes' | 'relationships'> }
  | { op: 'remove'; id: string }
  | ({ op: 'members'; id: string } & Omit<MemberChange, 'pointer'>);
