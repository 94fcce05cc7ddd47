import { Injectable, type OnModuleInit } from '@nestjs/common';
import { allInOrder, type FindOptions } from '@storewright/database';
import type { ColumnValues, EntityResource, Row, VersionedRow } from '@storewright/entities';
import {
  isUuid,
  type Linkage,
  linkedColumns,
  type ParsedResource,
  type DocumentRow,
} from '@storewright/json-api';
import type { Commit, RowsOfShop, Shop, ShopTransaction } from '@storewright/tenancy';
import { joinedIds, replaceJoined } from './join-table';
import { lockOfChange } from './locks/named-rows';
import { columnsMatched } from './preconditions';
import { asStillReferenced, releaseReferences } from './references';
import { checkRepeated } from './repeated-members';
import { ResourceInserts } from './resource-inserts';
import type { MemberChange, ResourceLocator } from './resource-queries';
import { asUniqueViolation, checkUnique, unlessRefused } from './unique-constraint';
import { decideUnread } from './unread';
import { planOf } from './write-plan';

export interface ResourceRepositoryClass {
  new (...dependencies: never[]): OnModuleInit;
  readonly resource: EntityResource;
}

type WhereId<E extends object> = FindOptions<E>['where'] & { id: string };

/**
 * Reads and writes the objects of one resource. A resource with rules extends this class and overrides hooks
 * of `ResourceRules`. `create`, `change` and `deleteObject` handle a whole request, with a single statement
 * if the rules permit it and otherwise in a transaction. `insert`, `update` and `delete` run within the
 * caller's transaction.
 */
@Injectable()
export class ResourceRepository<
  E extends VersionedRow = VersionedRow,
  C extends object = object,
  U extends object = object,
> extends ResourceInserts<E, C, U> {
  /**
   * Updates an object, writes its event and returns the object. Writes nothing if all values are unchanged.
   * Throws 403, 404, 409, 412 or 422.
   */
  async change(rows: RowsOfShop, locator: ResourceLocator, input: ParsedResource<U>): Promise<DocumentRow> {
    const plan = this.planUpdate(locator, input, rows.shop);
    const row = plan && (await unlessRefused(this.updateWhere(rows, plan)));
    const precheck = plan !== undefined;
    return (
      row ?? rows.transaction((tx, commit) => this.updateInSteps(tx, locator, input, commit), { precheck })
    );
  }

  async update(
    tx: ShopTransaction,
    locator: ResourceLocator,
    input: ParsedResource<U>,
  ): Promise<DocumentRow> {
    const plan = tx.precheck ? undefined : this.planUpdate(locator, input, tx.shop);
    return (plan && (await this.updateWhere(tx, plan))) ?? this.updateInSteps(tx, locator, input);
  }

  /**
   * Returns the planned update if a single statement can lock, compare and write the row. Otherwise returns
   * undefined.
   */
  private planUpdate(
    locator: ResourceLocator,
    input: ParsedResource<U>,
    shop: Shop,
  ): { where: WhereId<E>; values: ColumnValues<E> } | undefined {
    const { id } = locator;
    if (!isUuid(id) || input.repeated || Object.keys(input.relationships).length > 0) return undefined;
    const matched = columnsMatched(locator, this.resource.volatile);
    if (!matched) return undefined;
    const decision = decideUnread<E, ColumnValues<E>>(shop, (row, tx) => this.beforeUpdate(input, row, tx));
    if (!decision) return undefined;
    const where = { ...decision.where, ...matched, id } as WhereId<E>;
    return { where, values: decision.result };
  }

  /**
   * Updates a row with a single statement. Returns undefined if no row matched or all values were unchanged.
   */
  private async updateWhere(
    tx: ShopTransaction,
    { where, values }: { where: WhereId<E>; values: ColumnValues<E> },
  ): Promise<DocumentRow | undefined> {
    const row = await tx.repository(this.resource.entity).change(where, values);
    return row as unknown as DocumentRow | undefined;
  }

  private async updateInSteps(
    tx: ShopTransaction,
    locator: ResourceLocator,
    input: ParsedResource<U>,
    commit?: Commit,
  ): Promise<DocumentRow> {
    const { id } = locator;
    const { relationships, pointer } = input;
    const locks = await this.sendLocks(tx, { op: 'update', id, input });
    const lock = lockOfChange(this.unique, input);
    const [, row] = await allInOrder([allInOrder(locks), this.lock(tx, locator, lock)]);
    const repository = this as unknown as ResourceRepository;
    await checkRepeated(tx, { repository, registry: this.registry }, id, input);
    await this.checkLinkage(tx, input);
    const { values: sent, related } = planOf(await this.beforeUpdate(input, row, tx));
    if (tx.precheck) await checkUnique(tx, this.resource, this.unique, { id, values: sent, pointer });
    const changed = await this.replaceMembers(tx, id, relationships);
    const values = { ...linkedColumns(this.resource, relationships), ...sent } as ColumnValues<E>;
    const before = related.before?.() ?? [];
    const update = tx.repository(this.resource.entity).update(row, values, changed);
    const writing = asUniqueViolation(update, this.resource, { pointer });
    await allInOrder([...before, writing, ...(related.after?.() ?? []), commit?.()]);
    return ((await writing) ?? row) as unknown as DocumentRow;
  }

  /**
   * Changes the members of a to-many relationship. Ignores added members that already exist and removed
   * members that do not exist.
   */
  async updateMembers(tx: ShopTransaction, locator: ResourceLocator, change: MemberChange): Promise<void> {
    const { name, how, ids, pointer } = change;
    const { table } = this.joinTables.find((each) => each.name === name)!;
    await allInOrder(await this.sendLocks(tx, { op: 'members', id: locator.id, name, how, ids }));
    const row = await this.lock(tx, locator);
    const before = await joinedIds(tx, table, locator.id);
    const kept = how === 'remove' ? before.filter((id) => !ids.includes(id)) : how === 'add' ? before : [];
    const next = how === 'remove' ? kept : [...new Set([...kept, ...ids])];
    const added = next.filter((id) => !before.includes(id));
    const relationships = { [name]: added };
    await this.checkLinkage(tx, { relationships, pointer: '', linkagePointer: pointer });
    if (await replaceJoined(tx, table, locator.id, next))
      await tx.repository(this.resource.entity).update(row, {}, [name]);
  }

  /** Deletes an object and writes its event. Throws 404, 409 or 412. */
  async deleteObject(rows: RowsOfShop, locator: ResourceLocator): Promise<void> {
    const where = this.planDelete(locator, rows.shop);
    if (where && (await unlessRefused(this.deleteWhere(rows, where)))) return;
    await rows.transaction((tx, commit) => this.deleteInSteps(tx, locator, commit), { precheck: true });
  }

  async delete(tx: ShopTransaction, locator: ResourceLocator): Promise<void> {
    const where = tx.precheck ? undefined : this.planDelete(locator, tx.shop);
    if (where && (await this.deleteWhere(tx, where))) return;
    await this.deleteInSteps(tx, locator);
  }

  /**
   * Returns the WHERE conditions if a single statement can delete the object. Otherwise returns undefined.
   */
  private planDelete(locator: ResourceLocator, shop: Shop): WhereId<E> | undefined {
    const { id } = locator;
    const matched = isUuid(id) ? columnsMatched(locator, this.resource.volatile) : undefined;
    const decision = matched && decideUnread<E, unknown>(shop, (row, tx) => this.beforeDelete(row, tx));
    if (!decision || decision.result) return undefined;
    return { ...decision.where, ...matched, id } as WhereId<E>;
  }

  /**
   * Deletes a row with a single statement. Returns false if no row matched, or if objects refer to the row.
   */
  private async deleteWhere(tx: ShopTransaction, where: WhereId<E>): Promise<boolean> {
    // The deletion of an object with join table rows needs a transaction, which locks the related objects
    // first. A concurrent deletion of a related object would delete the same join table rows.
    const members = this.joinTables.map(({ table: { table, joinColumn: column } }) => ({ table, column }));
    const unreferenced = [...this.references.map(({ rows }) => rows), ...members];
    return (await tx.repository(this.resource.entity).delete(where, unreferenced)) > 0;
  }

  private async deleteInSteps(tx: ShopTransaction, locator: ResourceLocator, commit?: Commit): Promise<void> {
    const { resource, references, referenceAdvice: advice } = this;
    const locks = await this.sendLocks(tx, { op: 'remove', id: locator.id });
    const [, row] = await allInOrder([allInOrder(locks), this.lock(tx, locator, 'update')]);
    const related = (await this.beforeDelete(row, tx)) ?? {};
    await releaseReferences(tx, { resource, id: locator.id, references, advice });
    const before = related.before?.() ?? [];
    const deleting = tx.repository(resource.entity).delete({ id: locator.id } as WhereId<E>);
    const after = related.after?.() ?? [];
    await allInOrder([...before, asStillReferenced(deleting, resource), ...after, commit?.()]);
  }

  /** Sets the column of a locked object that refers to a deleted object to null. Writes the event. */
  async detach(tx: ShopTransaction, row: Row<E>, column: string): Promise<void> {
    await tx.repository(this.resource.entity).update(row, { [column]: null } as ColumnValues<E>);
  }

  private async replaceMembers(
    tx: ShopTransaction,
    id: string,
    relationships: Readonly<Record<string, Linkage>>,
  ): Promise<string[]> {
    const changed: string[] = [];
    for (const { name, table } of this.joinTables) {
      const next = relationships[name] as readonly string[] | undefined;
      if (next && (await replaceJoined(tx, table, id, next))) changed.push(name);
    }
    return changed;
  }
}
