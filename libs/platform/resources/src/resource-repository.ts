import type { JoinTable, ListQuery, Page, ParsedResource, Resource, Row } from '@storewright/json-api';
import type { RowsOfShop, Shop, ShopTransaction } from '@storewright/tenancy';

/** Where a write happens: in a transaction, or as one statement by itself. */
export interface TransactionContext {
  shop: Shop;
  rows: Pick<ShopTransaction, 'query' | 'write'>;
}

/** Where something is only read. */
export interface ReadContext {
  shop: Shop;
  rows: Pick<RowsOfShop, 'query'>;
}

/** One object of the shop, and the state of it that the client knows. */
export interface ResourceLocator {
  id: string;
  ifMatch?: string | undefined;
}

/** The members of a relationship of some objects of another resource. */
export interface RelatedQuery {
  /** The column of this resource that names the other, or the join table. */
  many: { column: string } | JoinTable;
  ids: readonly string[];
  /** At most so many for each of them. */
  limit: number;
}

/** One page of such members. */
export type ParentScope = Pick<RelatedQuery, 'many'> & { id: string };

/**
 * What one resource does with its rows. Addresses, scopes, documents, what is included, relationships and operations are the same for all
 * (`ResourcesModule`), so this is all that a resource has to say beside its declaration. What it cannot do has no address.
 */
export interface ResourceRepository {
  readonly resource: Resource;

  /** A page of the shop's objects, or of those that belong to one object of another resource. */
  page(context: ReadContext, query: ListQuery, parent?: ParentScope): Promise<Page>;
  /** Throws `not_found`, for another shop's object as well. */
  find(context: ReadContext, id: string): Promise<Row>;
  /** Those that are there, in any order. */
  findByIds(context: ReadContext, ids: readonly string[]): Promise<Row[]>;
  /** Each with the id of the object that it is a member of as `of`, ascending by id. */
  findRelated?(context: ReadContext, members: RelatedQuery): Promise<Row[]>;

  /** Writes the new object and its event. Throws 404, 409 or 422 with pointers below `input.pointer`. */
  insert?(context: TransactionContext, input: ParsedResource<object>): Promise<Row>;
  /** Whether `insert` is one statement for this input, and needs no transaction around it. */
  insertIsSingleStatement?(input: ParsedResource<object>): boolean;
  /** Something that may follow once the new object is committed; its failure is no concern of the request. */
  afterInsert?(rows: RowsOfShop, shop: Shop, row: Row): Promise<void>;
  /** The object as it is afterwards; where nothing changes there is neither version nor event. Throws 404, 409, 412 or 422. */
  update?(context: TransactionContext, locator: ResourceLocator, input: ParsedResource<object>): Promise<Row>;
  /** Other members of a to-many relationship. One that is there already is not added again; one that is not there need not be removed. */
  updateMembers?(context: TransactionContext, locator: ResourceLocator, change: MemberChange): Promise<void>;
  /** Throws 404, 409 or 412. */
  remove?(context: TransactionContext, locator: ResourceLocator): Promise<void>;
}

/** A change of the members of one relationship. `pointer`: where they stand in the document. */
export interface MemberChange {
  name: string;
  how: 'replace' | 'add' | 'remove';
  ids: readonly string[];
  pointer: string;
}
