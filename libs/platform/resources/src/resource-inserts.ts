import { allInOrder, type Statement } from '@storewright/database';
import type { ColumnValues, VersionedRow } from '@storewright/entities';
import {
  ApiError,
  type Linkage,
  linkedColumns,
  type ParsedResource,
  type DocumentRow,
} from '@storewright/json-api';
import {
  type Commit,
  FreeValue,
  type InsertValues,
  type RowsOfShop,
  type Shop,
  type ShopTransaction,
  sqlValuesOf,
} from '@storewright/tenancy';
import { join } from './join-table';
import { ResourceLocks } from './resource-locks';
import type { NewObjectInput } from './resource-rules';
import { asUniqueViolation, checkUnique, unlessRefused } from './unique-constraint';
import { planOf } from './write-plan';

export abstract class ResourceInserts<
  E extends VersionedRow = VersionedRow,
  C extends object = object,
  U extends object = object,
> extends ResourceLocks<E, C, U> {
  /**
   * Creates an object and writes its event. Throws 404, 409 or 422 with error pointers below `input.pointer`.
   */
  async create(rows: RowsOfShop, input: ParsedResource<C>): Promise<DocumentRow> {
    const values = this.planInsert(input, rows.shop);
    const row = values && (await unlessRefused(this.insertRow(rows, values, input)));
    const precheck = values !== undefined;
    return row ?? rows.transaction((tx, commit) => this.insertInSteps(tx, input, commit), { precheck });
  }

  /** Sends a single INSERT before the first await, so that concurrent calls keep their order. */
  insert(tx: ShopTransaction, input: ParsedResource<C>): Promise<DocumentRow> {
    const values = tx.precheck ? undefined : this.planInsert(input, tx.shop);
    return values ? this.insertRow(tx, values, input) : this.insertInSteps(tx, input);
  }

  /**
   * Returns the column values of a new object if a single INSERT can create the object. Otherwise returns
   * undefined.
   */
  planInsert(input: ParsedResource<C>, shop: Shop): InsertValues<E> | undefined {
    const { input: identified, values } = this.decideInsert(input, shop);
    if (!values) return undefined;
    const { id, relationships } = identified;
    const linked = Object.values(relationships);
    if (hasMembers(relationships)) return undefined;
    const locked = sqlValuesOf(values).flatMap(([, { expression }]) => expression.lock?.id ?? []);
    // The INSERT may lock at most one referenced row. Several locks in one statement could have the wrong
    // order and deadlock.
    const parents = new Set([...linked.filter((each) => typeof each === 'string'), ...locked]);
    if (parents.size > 1) return undefined;
    return { ...linkedColumns(this.resource, relationships), ...values, id } as InsertValues<E>;
  }

  /**
   * Creates several objects and their events with one INSERT. An error of the database does not tell which
   * object is invalid.
   */
  async insertAll(tx: ShopTransaction, values: readonly ColumnValues<E>[]): Promise<DocumentRow[]> {
    const rows = await tx.repository(this.resource.entity).insertAll(values);
    const byId = new Map(rows.map((row) => [row.id as string, row as unknown as DocumentRow]));
    return values.map(({ id }) => byId.get(id as string)!);
  }

  private async insertRow(
    tx: ShopTransaction,
    values: InsertValues<E>,
    input: Pick<ParsedResource<C>, 'id' | 'pointer'>,
  ): Promise<DocumentRow> {
    const writing = tx.repository(this.resource.entity).insert(values, this.lockOfInsert(tx, values));
    return (await asUniqueViolation(writing, this.resource, input)) as unknown as DocumentRow;
  }

  private lockOfInsert(tx: ShopTransaction, values: InsertValues<E>): (() => Statement) | undefined {
    const [row] = sqlValuesOf(values).flatMap(([, { expression }]) => expression.lock ?? []);
    return row && (() => tx.repository(this.registry.entityOf(row.type)).lockStatement(row.id, row.lock));
  }

  private async insertInSteps(
    tx: ShopTransaction,
    input: ParsedResource<C>,
    commit?: Commit,
  ): Promise<DocumentRow> {
    const { input: identified } = this.decideInsert(input, tx.shop);
    const { id, relationships, pointer } = identified;
    const locks = this.insertLocksRows && !tx.precheck ? [] : await this.sendLocks(tx, { op: 'add', input });
    const checksLinkage = tx.precheck || (!this.insertLocksRows && hasMembers(relationships));
    const rule = this.ruleOfInsert(tx, identified);
    const [, , result] = await allInOrder([
      allInOrder(locks),
      checksLinkage ? this.checkLinkage(tx, input) : undefined,
      rule,
    ]);
    const { values: sent, related } = planOf(result);
    if (tx.precheck) await checkUnique(tx, this.resource, this.unique, { id, values: sent, pointer });
    const values = { ...linkedColumns(this.resource, relationships), ...sent, id } as InsertValues<E>;
    const before = related.before?.() ?? [];
    const row = this.insertRow(tx, values, input);
    // Inserts the object before its join table rows, which refer to the object. The INSERT of a `FreeValue`
    // may need several attempts, so the join table rows must wait for its result.
    if (sqlValuesOf(values).some(([, value]) => value instanceof FreeValue))
      await allInOrder([...before, row]);
    const joined = this.joinTables
      .filter(({ name }) => !related.joined?.includes(name))
      .map(({ name, table }) => {
        const ids = relationships[name] as readonly string[] | undefined;
        return ids?.length ? join(tx, table, id, ids) : undefined;
      });
    await allInOrder([...before, row, ...joined, ...(related.after?.() ?? []), commit?.()]);
    return row;
  }

  /**
   * Runs the rule `beforeInsert`. If the rule fails and a relationship target does not exist, throws 404 for
   * the target.
   */
  private async ruleOfInsert(tx: ShopTransaction, input: NewObjectInput<C>) {
    try {
      return await this.beforeInsert(input, tx);
    } catch (error) {
      if (!tx.precheck && error instanceof ApiError && error.code !== 'not_found')
        await this.checkLinkage(tx, input);
      throw error;
    }
  }
}

/**
 * True if the new object has members in a to-many relationship. The INSERT then needs a transaction that checks
 * the members, because a join table may have no foreign key to them.
 */
const hasMembers = (relationships: Readonly<Record<string, Linkage>>) =>
  Object.values(relationships).some((linkage) => Array.isArray(linkage) && linkage.length > 0);
