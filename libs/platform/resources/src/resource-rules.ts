import { newId } from '@storewright/database';
import type { ColumnValues, EntityResource, Row, VersionedRow } from '@storewright/entities';
import type { ParsedResource, DocumentRow, Violations } from '@storewright/json-api';
import type { InsertValues, RowsOfShop, Shop, ShopTransaction } from '@storewright/tenancy';
import type { RowLock } from './locks/row-locks';
import type { PlannedWrite } from './resource-queries';
import type { UniqueColumns } from './unique-constraint';
import { decideUnread } from './unread';
import type { RelatedWrites, RuleResult } from './write-plan';

/** Input for a new object. The server generates the id if the client sent none. */
export type NewObjectInput<C extends object> = ParsedResource<C> & { readonly id: string };

/**
 * `values` contains the column values of a new object if the resource rule computed them without reading a
 * row.
 */
interface DecidedInsert<E extends object, C extends object> {
  input: NewObjectInput<C>;
  values?: InsertValues<E>;
}

/**
 * Business rules of one resource, as hooks. The repository first calls `beforeInsert`, `beforeUpdate` or
 * `beforeDelete` with stand-ins for the row and the transaction. If the hook reads neither, a single
 * statement performs the write. Otherwise the repository locks the row and calls the hook again, so a hook
 * must have no side effects before its first read. `C` and `U` are the DTOs for create and update.
 */
export abstract class ResourceRules<
  E extends VersionedRow = VersionedRow,
  C extends object = object,
  U extends object = object,
> {
  static readonly resource: EntityResource;

  private readonly decided = new WeakMap<ParsedResource<C>, DecidedInsert<E, C>>();

  /** Columns with a unique index per shop, each with the attribute name that error responses contain. */
  protected readonly unique: UniqueColumns<E> = {};

  /**
   * Suggestions for the 409 response to a deletion, such as archiving the object, keyed by the type of the
   * referring objects.
   */
  protected readonly referenceAdvice: Readonly<Record<string, string>> = {};

  /**
   * True if `beforeInsert` itself locks and checks all relationship targets of a new object, in the
   * documented order (docs/adr/locks.md).
   */
  protected readonly insertLocksRows: boolean = false;

  get resource(): EntityResource<E> {
    return (this.constructor as unknown as { resource: EntityResource<E> }).resource;
  }

  /**
   * Returns the column values of a new object. By default, these are the attributes that the client sent. A
   * value can be an SQL expression (`SqlValue`). Throws to reject the object.
   */
  protected beforeInsert(
    { attributes }: NewObjectInput<C>,
    _tx: ShopTransaction,
  ): RuleResult<InsertValues<E>> | Promise<RuleResult<InsertValues<E>>> {
    return { ...attributes } as InsertValues<E>;
  }

  /**
   * Returns the column values that `beforeInsert` computes without reading a row. Calls `beforeInsert` once
   * per input.
   */
  protected decideInsert(sent: ParsedResource<C>, shop: Shop): DecidedInsert<E, C> {
    const known = this.decided.get(sent);
    if (known) return known;
    const input = { ...sent, id: sent.id ?? newId() };
    const decision = decideUnread(shop, (_row, tx) => this.beforeInsert(input, tx));
    const decided = { input, ...(decision && { values: decision.result }) };
    this.decided.set(sent, decided);
    return decided;
  }

  /**
   * Returns the column values of an update. By default, these are the attributes that the client sent. `row`
   * is the locked object. Throws to reject the update.
   */
  protected beforeUpdate(
    { attributes }: ParsedResource<U>,
    _row: Row<E>,
    _tx: ShopTransaction,
  ): RuleResult<ColumnValues<E>> | Promise<RuleResult<ColumnValues<E>>> {
    return { ...attributes } as ColumnValues<E>;
  }

  /**
   * Throws to reject the deletion of the locked object. Can return additional writes that the deletion
   * requires.
   */
  protected beforeDelete(
    _row: Row<E>,
    _tx: ShopTransaction,
  ): void | RelatedWrites | Promise<void | RelatedWrites> {}

  /**
   * Returns the row locks that planned writes need, in any order (docs/adr/locks.md). By default, these are
   * the written objects, their relationship targets and the rows that SQL expressions lock. Override this
   * hook if the rules lock further rows. The hook itself must not lock rows.
   */
  abstract locksOf(
    tx: ShopTransaction,
    writes: readonly PlannedWrite<C, U>[],
  ): RowLock[] | Promise<RowLock[]>;

  /**
   * Runs after the transaction that created the object has committed. An error in this hook must not fail the
   * request.
   */
  afterCommit?(rows: RowsOfShop, row: DocumentRow): Promise<void>;

  /**
   * Adds validation errors for attributes whose limits depend on settings. Runs after the validation of the
   * DTO. `pointer` is the JSON pointer to the attributes.
   */
  validate?(attributes: object, violations: Violations, pointer: string, source: string): void;
}
