import type { Attached, JoinTable, ParsedResource, Preconditions } from '@storewright/json-api';

/** One object of the shop, and the state of it that the client knows. */
export interface ResourceLocator {
  id: string;
  ifMatch?: Preconditions | undefined;
  /** The same of an operation, as a document shows it. */
  version?: number | undefined;
}

/** How objects of this resource belong to one of another: a column that names it, a join table, or its type and id. */
export type Membership = { column: string } | JoinTable | Attached;

/** The members of a relationship of some objects of another resource. */
export interface RelatedQuery {
  many: Membership;
  ids: readonly string[];
  /** At most so many for each of them. */
  limit: number;
}

/** One page of such members. */
export interface ParentScope {
  many: Membership;
  id: string;
}

/** A change of the members of one relationship. `pointer`: where they stand in the document. */
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
