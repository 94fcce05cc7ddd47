import { newId } from '@storewright/database';
import type { ColumnValues, EntityResource, Row, VersionedRow } from '@storewright/entities';
import type { ParsedResource, DocumentRow, Violations } from '@storewright/json-api';
import type { InsertValues, RowsOfShop, Shop, ShopTransaction } from '@storewright/tenancy';
import type { RowLock } from './locks/row-locks';
import type { PlannedWrite } from './resource-queries';
import type { UniqueColumns } from './unique-constraint';
import { decideUnread } from './unread';
import type { RelatedWrites, RuleResult } from './write-plan';

/** Input of a new object. The id is generated if the client sent none. */
export type NewObjectInput<C extends object> = ParsedResource<C> & { readonly id: string };

/** A new object with its id. Contains the values if the rule decided them without reading a row. */
interface DecidedInsert<E extends object, C extends object> {
  input: NewObjectInput<C>;
  values?: InsertValues<E>;
}

/**
 * The rules of one resource: at most six hooks, each of which states a rule once. The engine first runs
 * `beforeInsert`, `beforeUpdate` and `beforeDelete` without a row and without a transaction. If the rule
 * reads neither, one statement writes the object. Otherwise the engine locks the row and runs the rule again.
 * So a rule must have no side effects before its first read. `C` and `U` are the DTOs of a new object and of
 * a change.
 */
export abstract class ResourceRules<
  E extends VersionedRow = VersionedRow,
  C extends object = object,
  U extends object = object,
> {
  static readonly resource: EntityResource;

  private readonly decided = new WeakMap<ParsedResource<C>, DecidedInsert<E, C>>();

  /** Columns with a unique index in a shop, each with the name of the attribute that clients know. */
  protected readonly unique: UniqueColumns<E> = {};

  /** Alternatives to deleting an object that others refer to, by referring type. The detail of the 409 shows them. */
  protected readonly referenceAdvice: Readonly<Record<string, string>> = {};

  /**
   * True if `beforeInsert` itself locks and checks every row that a new object names, in the documented order
   * (docs/adr/locks.md).
   */
  protected readonly insertLocksRows: boolean = false;

  get resource(): EntityResource<E> {
    return (this.constructor as unknown as { resource: EntityResource<E> }).resource;
  }

  /**
   * Returns the columns of a new object, by default the attributes that were sent. A column can be an SQL
   * expression (`SqlValue`). Throws if the object is not allowed.
   */
  protected beforeInsert(
    { attributes }: NewObjectInput<C>,
    _tx: ShopTransaction,
  ): RuleResult<InsertValues<E>> | Promise<RuleResult<InsertValues<E>>> {
    return { ...attributes } as InsertValues<E>;
  }

  /** Returns the values that `beforeInsert` decides without reading a row. Runs the rule once for each input. */
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
   * Returns the columns that change, by default the attributes that were sent. `row` is the locked object.
   * Throws if the change is not allowed.
   */
  protected beforeUpdate(
    { attributes }: ParsedResource<U>,
    _row: Row<E>,
    _tx: ShopTransaction,
  ): RuleResult<ColumnValues<E>> | Promise<RuleResult<ColumnValues<E>>> {
    return { ...attributes } as ColumnValues<E>;
  }

  /** Throws if the locked object cannot be deleted. Returns further writes that the deletion requires. */
  protected beforeDelete(
    _row: Row<E>,
    _tx: ShopTransaction,
  ): void | RelatedWrites | Promise<void | RelatedWrites> {}

  /**
   * Returns the rows that the writes lock, in any order (docs/adr/locks.md). By default these are the written
   * objects, the targets of their relationships and the rows that SQL expressions lock. A resource whose
   * rules lock further rows must add them. Reads without locks.
   */
  abstract locksOf(
    tx: ShopTransaction,
    writes: readonly PlannedWrite<C, U>[],
  ): RowLock[] | Promise<RowLock[]>;

  /** Runs after the commit of a new object. An error in this hook must not fail the request. */
  afterCommit?(rows: RowsOfShop, row: DocumentRow): Promise<void>;

  /**
   * Adds violations of attributes that depend on settings. Runs after the validation of the DTO. `pointer`
   * refers to the attributes.
   */
  validate?(attributes: object, violations: Violations, pointer: string, source: string): void;
}
