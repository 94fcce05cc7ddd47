import type { Attached, JoinTable, ParsedResource, Preconditions } from '@storewright/json-api';

/** Id of an object and the version that the client names. */
export interface ResourceLocator {
  id: string;
  ifMatch?: Preconditions | undefined;
  /** `meta.version` of an operation. */
  version?: number | undefined;
}

/** How objects belong to an object of another resource: by a column, a join table, or its type and id. */
export type Membership = { column: string } | JoinTable | Attached;

/** Members of a relationship of several objects. */
export interface RelatedQuery {
  many: Membership;
  ids: readonly string[];
  /** Maximum number of members per object. */
  limit: number;
}

/** Members of one object. */
export interface ParentScope {
  many: Membership;
  id: string;
}

/** A change of the members of one relationship. `pointer` to the members in the document. */
export interface MemberChange {
  name: string;
  how: 'replace' | 'add' | 'remove';
  ids: readonly string[];
  pointer: string;
}

/** A write before it runs, for the plan of its locks (`ResourceRepository.locksOf`). */
export type PlannedWrite<C extends object = object, U extends object = object> =
  | { op: 'add'; input: ParsedResource<C> }
  | { op: 'update'; id: string; input: Pick<ParsedResource<U>, 'attributes' | 'relationships'> }
  | { op: 'remove'; id: string }
  | ({ op: 'members'; id: string } & Omit<MemberChange, 'pointer'>);
