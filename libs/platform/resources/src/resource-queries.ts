import type { Attached, JoinTable, ParsedResource, Preconditions } from '@storewright/json-api';

/** Id of an object and the version that the client expects. */
export interface ResourceLocator {
  id: string;
  ifMatch?: Preconditions | undefined;
  /** Value of `meta.version` in an atomic operation. */
  version?: number | undefined;
}

/**
 * Determines how objects belong to an object of another resource: by a column, by a join table, or by its
 * type and id.
 */
export type Membership = { column: string } | JoinTable | Attached;

/** Query for the members of a relationship of several objects. */
export interface RelatedQuery {
  many: Membership;
  ids: readonly string[];
  /** Maximum number of members per object. */
  limit: number;
}

/** Limits a list to the members of one object. */
export interface ParentScope {
  many: Membership;
  id: string;
}

/**
 * A change of the members of one relationship. `pointer` is the JSON pointer to the members in the document.
 */
export interface MemberChange {
  name: string;
  how: 'replace' | 'add' | 'remove';
  ids: readonly string[];
  pointer: string;
}

/** A write that is planned but has not run. `ResourceRepository.locksOf` returns its locks. */
export type PlannedWrite<C extends object = object, U extends object = object> =
  | { op: 'add'; input: ParsedResource<C> }
  | { op: 'update'; id: string; input: Pick<ParsedResource<U>, 'attributes' | 'relationships'> }
  | { op: 'remove'; id: string }
  | ({ op: 'members'; id: string } & Omit<MemberChange, 'pointer'>);
