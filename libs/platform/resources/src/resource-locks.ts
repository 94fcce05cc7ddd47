import type { FindOptions } from '@storewright/database';
import type { EntityResource, Row, VersionedRow } from '@storewright/entities';
import type { RedactionRules } from '@storewright/events';
import { isUuid, notFound, type ParsedResource, type DocumentRow } from '@storewright/json-api';
import { type Shop, type ShopTransaction, sqlValuesOf } from '@storewright/tenancy';
import { Any } from 'typeorm';
import { checkLinkage } from './linkage';
import { lockOfChange, membersBefore, rowsNamed, uniqueValues } from './locks/named-rows';
import { lockAhead, type RowLock } from './locks/row-locks';
import { erasePersonalData, locksOfPersonalData } from './personal-data';
import { checkPreconditions } from './preconditions';
import { type IncomingReference, releasedWith } from './references';
import type { PlannedWrite, ResourceLocator } from './resource-queries';
import { ResourceReads } from './resource-reads';

/** Locks the rows that writes of one resource affect, in the documented order (docs/adr/locks.md). */
export abstract class ResourceLocks<
  E extends VersionedRow = VersionedRow,
  C extends object = object,
  U extends object = object,
> extends ResourceReads<E, C, U> {
  override locksOf(
    tx: ShopTransaction,
    writes: readonly PlannedWrite<C, U>[],
  ): RowLock[] | Promise<RowLock[]> {
    const { unique, resource } = this;
    const locks = writes.flatMap((write) => [
      ...rowsNamed(resource, write, (input) => lockOfChange(unique, input)),
      ...(write.op === 'add' ? this.locksOfExpressions(write.input, tx.shop) : []),
    ]);
    const others = writes.flatMap((write) => [
      ...membersBefore(tx, resource, this.joinTables, write),
      ...(write.op === 'remove' ? [releasedWith(tx, this.references, write.id)] : []),
    ]);
    return others.length === 0 ? locks : Promise.all(others).then((read) => [...locks, ...read.flat()]);
  }

  private locksOfExpressions(input: ParsedResource<C>, shop: Shop): RowLock[] {
    const { values } = this.decideInsert(input, shop);
    return values ? sqlValuesOf(values).flatMap(([, { expression }]) => expression.lock ?? []) : [];
  }

  /**
   * Returns the unique attributes that a write sets, with their values. A resource rule may add values that
   * the client did not send.
   */
  uniqueValuesOf(write: PlannedWrite<C, U>, shop: Shop): [attribute: string, value: string][] {
    if (write.op !== 'add' && write.op !== 'update') return [];
    if (write.op === 'update') return uniqueValues(this.unique, write.input.attributes);
    const { values } = this.decideInsert(write.input, shop);
    return uniqueValues(this.unique, write.input.attributes, values);
  }

  get uniqueColumns(): readonly string[] {
    return Object.keys(this.unique);
  }

  /**
   * Sends lock statements for every row that the write affects. Call this method before a resource rule locks
   * one of these rows.
   */
  protected async sendLocks(tx: ShopTransaction, write: PlannedWrite<C, U>): Promise<Promise<unknown>[]> {
    return lockAhead(tx, () => this.registry, await this.locksOf(tx, [write]));
  }

  /**
   * Locks an object until the end of the transaction. Before a deletion, pass `update`, because a later
   * upgrade of a weaker lock can deadlock (docs/adr/locks.md). Throws 404 and 412.
   */
  protected async lock(
    tx: ShopTransaction,
    locator: ResourceLocator,
    lock: 'no_key_update' | 'update' = 'no_key_update',
  ): Promise<Row<E>> {
    const where = { id: locator.id } as FindOptions<E>['where'];
    const isId = isUuid(locator.id);
    const row = isId ? await tx.repository(this.resource.entity).findOne({ where, lock }) : undefined;
    if (!row) throw notFound(this.resource.type, locator.id);
    checkPreconditions(locator, row as unknown as DocumentRow, this.resource.volatile);
    return row;
  }

  /** Locks objects in ascending order of their ids. Ignores ids that do not exist. */
  async lockAll(tx: ShopTransaction, ids: readonly string[]): Promise<Row<E>[]> {
    if (ids.length === 0) return [];
    const where = { id: Any([...ids]) } as FindOptions<E>['where'];
    const order = { id: 'ASC' } as FindOptions<E>['order'] & object;
    return tx.repository(this.resource.entity).find({ where, order, lock: 'no_key_update' });
  }

  protected checkLinkage(
    tx: ShopTransaction,
    input: Pick<ParsedResource<object>, 'relationships' | 'pointer' | 'linkagePointer'>,
  ): Promise<void> {
    return checkLinkage(tx, this.registry, this.resource as unknown as EntityResource, input);
  }

  protected locksOfPersonalData(tx: ShopTransaction, id: string): Promise<RowLock[]> {
    return locksOfPersonalData(tx, this.references, id);
  }

  protected erasePersonalData(tx: ShopTransaction, id: string): Promise<RedactionRules> {
    return erasePersonalData(tx, this.references, id);
  }

  /**
   * Relationships of all registered resources that refer to this resource. Empty in unit specs without a
   * registry.
   */
  protected get references(): readonly IncomingReference[] {
    return this.registry?.referencesTo(this.resource.type) ?? [];
  }
}
