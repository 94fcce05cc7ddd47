import type { FindOptions } from '@storewright/database';
import type { ColumnValues, EntityResource, Row, VersionedRow } from '@storewright/entities';
import type { ParsedResource, DocumentRow, Violations } from '@storewright/json-api';
import type { InsertExpressions, RowsOfShop, Shop, ShopTransaction } from '@storewright/tenancy';
import { uniqueValues } from './locks/named-rows';
import type { UniqueColumns } from './unique-constraint';

/** What a change writes, and which state of the row that is right for: another one is left to `beforeUpdate`. */
export interface Change<E extends object> {
  values: ColumnValues<E>;
  where?: FindOptions<E>['where'];
}

/** The objects that one statement deletes: those in this state to which no object refers. Others are left to `beforeDelete`. */
export interface Deletable<E extends object> {
  where?: FindOptions<E>['where'];
}

/**
 * What is particular to one resource. What a rule is given says what a write costs: one that gets neither row nor transaction is part of a single statement, any other
 * has rows locked and read first. `C` and `U`: the DTOs of what may be sent.
 */
export abstract class ResourceRules<
  E extends VersionedRow = VersionedRow,
  C extends object = object,
  U extends object = object,
> {
  static readonly resource: EntityResource;

  /** Columns whose values no two objects of a shop share. */
  protected readonly unique: UniqueColumns<E> = {};
  /** Columns that the statement of an INSERT finds by itself, such as a number that rises. */
  protected readonly expressions?: InsertExpressions<E>;
  /** Relationships to one that a foreign key holds: whom they lead to is looked up once the database refused it. */
  protected readonly foreignKeys: readonly string[] = [];
  /** Absent: all, where there is no `beforeDelete`, else none. */
  protected readonly deletable?: Deletable<E>;

  /** Alternatives to deleting an object that others refer to, by referring type. The detail of the 409 shows them. */
  protected readonly referenceAdvice: Readonly<Record<string, string>> = {};

  get resource(): EntityResource<E> {
    return (this.constructor as unknown as { resource: EntityResource<E> }).resource;
  }

  /** The columns of a new object by rules that look at no row, so that one statement writes it. What the database refuses is given to `beforeInsert`. */
  protected insertValues?(input: ParsedResource<C>, shop: Shop): ColumnValues<E>;

  /** The same where a statement writes several new objects that do not look at each other; undefined: this one takes a statement of its own. */
  protected insertValuesTogether(input: ParsedResource<C>, shop: Shop): ColumnValues<E> | undefined {
    if (!this.looksAtNoRow || this.expressions) return undefined;
    return this.insertValues?.(input, shop) ?? ({ ...input.attributes } as ColumnValues<E>);
  }

  /** The columns of a new object; by default what was sent. Other rows that it reads and writes are in the same transaction. Throws where it may not be. */
  protected beforeInsert(
    tx: ShopTransaction,
    input: ParsedResource<C>,
    _id: string,
  ): ColumnValues<E> | Promise<ColumnValues<E>> {
    return this.insertValues?.(input, tx.shop) ?? ({ ...input.attributes } as ColumnValues<E>);
  }

  /**
   * What a change writes by rules that look at no row, so that one statement locks, compares and writes; `afterUpdate` is not asked. undefined: it takes
   * `beforeUpdate`, which is also asked where nothing was written.
   */
  protected updateValues({ attributes }: ParsedResource<U>): Change<E> | undefined {
    const { beforeUpdate, afterUpdate } = ResourceRules.prototype;
    const hasRules = this.beforeUpdate !== beforeUpdate || this.afterUpdate !== afterUpdate;
    return hasRules ? undefined : { values: { ...attributes } as ColumnValues<E> };
  }

  /** The columns that change; by default what was sent. `row`: the object as it is, locked. */
  protected beforeUpdate(
    _tx: ShopTransaction,
    _row: Row<E>,
    { attributes }: ParsedResource<U>,
  ): ColumnValues<E> | Promise<ColumnValues<E>> {
    return { ...attributes } as ColumnValues<E>;
  }

  /** What follows from a change that was written, such as an event of its own (`tx.emit`). */
  protected afterUpdate(_tx: ShopTransaction, _before: Row<E>, _after: Row<E>): void | Promise<void> {}

  /** What has to happen before the object is deleted. Throws where it may not be. */
  protected beforeDelete(_tx: ShopTransaction, _row: Row<E>): void | Promise<void> {}

  /** Something that may follow once a new object is committed; its failure is no concern of the request. */
  afterCommit?(rows: RowsOfShop, row: DocumentRow): Promise<void>;

  /** Violations of what was sent that depend on settings; what the DTO says for itself is checked before. `pointer`: of the attributes. */
  validate?(attributes: object, violations: Violations, pointer: string, source: string): void;

  /** Whether `insert` is one statement for this input, and needs no transaction around it. */
  insertIsSingleStatement({ relationships }: ParsedResource<C>): boolean {
    return this.looksAtNoRow && Object.keys(relationships).every((name) => this.foreignKeys.includes(name));
  }

  /** Whether the statement of `insert` may write nothing at first, and go out again with other values: what refers to the object has to wait. */
  insertMayBeRepeated(_input: ParsedResource<C>): boolean {
    return false;
  }

  /** Unique values that the input sets, by attribute. */
  uniqueValuesOf(input: Pick<ParsedResource<object>, 'attributes'>): [string, string][] {
    return uniqueValues(this.unique as Record<string, string>, input);
  }

  /** Postgres locks a row whose unique columns change as it locks a row that is deleted. */
  protected readonly lockOfChange = (input: Pick<ParsedResource<object>, 'attributes'>) =>
    this.uniqueValuesOf(input).length > 0 ? 'update' : 'no_key_update';

  private get looksAtNoRow(): boolean {
    return this.insertValues !== undefined || this.beforeInsert === ResourceRules.prototype.beforeInsert;
  }

  /** What a change writes by one statement, where its rules need no row. */
  protected changeWithoutRow(input: ParsedResource<U>): Change<E> | undefined {
    const { repeated, relationships } = input;
    return repeated || Object.keys(relationships).length > 0 ? undefined : this.updateValues(input);
  }

  /** What is deleted by one statement. */
  protected get deletableWithoutRow(): Deletable<E> | undefined {
    const hasRules = this.beforeDelete !== ResourceRules.prototype.beforeDelete;
    return hasRules ? this.deletable : { ...this.deletable };
  }
}
