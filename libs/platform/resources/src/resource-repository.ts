import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { type FindOptions, allInOrder, newId } from '@storewright/database';
import type { ColumnValues, EntityClass, EntityResource, Row, VersionedRow } from '@storewright/entities';
import {
  isToMany,
  isUuid,
  type JoinTable,
  type Linkage,
  linkageColumns,
  type ListQuery,
  noSuch,
  notFound,
  type Page,
  type ParsedResource,
  type Resource,
  type DocumentRow,
  Violations,
} from '@storewright/json-api';
import type { Commit, ReadContext, Shop, ShopTransaction } from '@storewright/tenancy';
import { Any } from 'typeorm';
import { Documents } from './documents';
import { join, joinedIds, replaceJoined } from './join-table';
import { membersBefore, rowsNamed } from './locks/named-rows';
import { lockAhead, type RowLock } from './locks/row-locks';
import { type Lookup, tagLookup, wordLookup } from './lookups';
import { checkPreconditions, columnsMatched } from './preconditions';
import type {
  MemberChange,
  ParentScope,
  PlannedWrite,
  RelatedQuery,
  ResourceLocator,
} from './resource-queries';
import { checkRepeated } from './repeated-members';
import { ResourceRegistry } from './resource-registry';
import { asStillReferenced, type IncomingReference, releasedWith, releaseReferences } from './references';
import { ResourceRules } from './resource-rules';
import { asUniqueViolation, checkUnique } from './unique-constraint';

/** A class of repositories; `resource` is what its rows are. */
export interface ResourceRepositoryClass {
  new (...dependencies: never[]): OnModuleInit;
  readonly resource: EntityResource;
}

/**
 * What one resource does with its rows. Addresses, scopes, documents, included resources, relationships and operations are the same for all (`ResourcesModule`), so
 * a resource overrides only what is particular to it (`ResourceRules`). `C` and `U`: the DTOs of what may be sent.
 */
@Injectable()
export class ResourceRepository<
  E extends VersionedRow = VersionedRow,
  C extends object = object,
  U extends object = object,
>
  extends ResourceRules<E, C, U>
  implements OnModuleInit
{
  @Inject(ResourceRegistry)
  private readonly registry: ResourceRegistry;

  private readonly documents = new Documents<E>(this.resource);
  private readonly joinTables: readonly { name: string; table: JoinTable }[] = Object.entries(
    this.resource.relationships,
  ).flatMap(([name, relationship]) =>
    isToMany(relationship) && 'table' in relationship.many ? [{ name, table: relationship.many }] : [],
  );

  onModuleInit(): void {
    this.registry.add(this as unknown as ResourceRepository);
  }

  /** Whether documents can show the meta that is attached to its objects. */
  get showsMeta(): boolean {
    return this.resource.takesMeta && this.registry.find('meta') !== undefined;
  }

  /** A page of the shop's objects, or of those that belong to one object of another resource. */
  page(context: ReadContext, query: ListQuery, parent?: ParentScope): Promise<Page> {
    const lookups = this.lookups(query);
    if (lookups.length > 0) return this.documents.pageOf(context, query, lookups, parent);
    return this.documents.page(context, query, parent);
  }

  /** Of another resource: to which of its objects such a thing is attached. `filter`: as it was sent. */
  attachedLookup?(to: Resource, filter: string): Lookup;

  /** What of the query other rows decide: words, tags, and meta. */
  private lookups({ words = [], conditions, meta }: ListQuery): Lookup[] {
    const tags = conditions.filter(({ name }) => this.documents.isTags(name));
    return [
      ...tags.map((condition, at) => tagLookup(this.resource, condition, `tags${at}`)),
      ...words.map((word, at) => wordLookup(this.resource, this.registry.resources, word, `word${at}`)),
      ...(meta === undefined ? [] : [this.registry.get('meta').attachedLookup!(this.resource, meta)]),
    ];
  }

  /** Throws `not_found`, for another shop's object as well. */
  async findOrFail(context: ReadContext, id: string): Promise<DocumentRow> {
    const row = isUuid(id) ? await this.documents.find(context, id) : undefined;
    if (!row) throw notFound(this.resource.type, id);
    return row;
  }

  /** Those that are there, in any order. */
  findByIds(context: ReadContext, ids: readonly string[]): Promise<DocumentRow[]> {
    return this.documents.findByIds(context, ids);
  }

  /** Each with the id of the object that it is a member of as `of`, ascending by id. */
  findRelated(context: ReadContext, query: RelatedQuery): Promise<DocumentRow[]> {
    return this.documents.findRelated(context, query);
  }

  /** Writes the new object and its event. `commit`: nothing follows. Throws 404, 409 or 422 with pointers below `input.pointer`. */
  async insert(tx: ShopTransaction, input: ParsedResource<C>, commit?: Commit): Promise<DocumentRow> {
    const { id = newId(), relationships, pointer } = input;
    if (!tx.looksFirst && this.insertIsSingleStatement(input)) return this.insertAlone(tx, input, id);
    await this.lockNamed(tx, { op: 'add', input });
    await this.checkLinkage(tx, input);
    const sent = await this.beforeInsert(tx, input, id);
    await checkUnique(tx, this.resource, this.unique, { id, values: sent, pointer });
    const values = { ...this.linked(relationships), ...sent, id } as ColumnValues<E>;
    // It may take several tries.
    const row = await this.insertRow(tx, values, input);
    const joined = this.joinTables.map(({ name, table }) => {
      const ids = relationships[name] as readonly string[] | undefined;
      return ids?.length ? join(tx, table, id, ids) : undefined;
    });
    await allInOrder([...joined, commit?.()]);
    return row;
  }

  /** Sends it before anything is awaited, so that several go out in their order. */
  private insertAlone(tx: ShopTransaction, input: ParsedResource<C>, id: string): Promise<DocumentRow> {
    const sent = this.insertValues?.(input, tx.shop) ?? input.attributes;
    const values = { ...this.linked(input.relationships), ...sent, id } as ColumnValues<E>;
    return this.insertRow(tx, values, input);
  }

  /** The columns of an object that may be written by one statement with others (`insertAll`). undefined: it takes one of its own. */
  valuesTogether(input: ParsedResource<C>, shop: Shop): ColumnValues<E> | undefined {
    const isOwn = this.insert !== ResourceRepository.prototype.insert;
    if (isOwn || !this.insertIsSingleStatement(input)) return undefined;
    const sent = this.insertValuesTogether(input, shop);
    return sent && { ...this.linked(input.relationships), ...sent, id: input.id ?? newId() };
  }

  /** Names of the columns of which no two objects have one value. */
  get uniqueColumns(): readonly string[] {
    return Object.keys(this.unique);
  }

  /** Writes new objects and their events, in this order, by one statement. The database refuses all of them or none, and does not say because of which. */
  async insertAll(tx: ShopTransaction, values: readonly ColumnValues<E>[]): Promise<DocumentRow[]> {
    const rows = await tx.repository(this.resource.entity).insertAll(values);
    const byId = new Map(rows.map((row) => [row.id as string, row as unknown as DocumentRow]));
    return values.map(({ id }) => byId.get(id as string)!);
  }

  /** Writes the row of a new object and its event, and nothing else. Throws 409 where its id or a unique value is another's. */
  protected async insertRow(
    tx: ShopTransaction,
    values: ColumnValues<E>,
    input: Pick<ParsedResource<C>, 'id' | 'pointer'>,
    expressions = this.expressions,
  ): Promise<DocumentRow> {
    const writing = tx.repository(this.resource.entity).insert(values, expressions);
    return (await asUniqueViolation(writing, this.resource, input)) as unknown as DocumentRow;
  }

  /**
   * The object as it is afterwards; where nothing changes there is neither version nor event. `commit`: nothing follows. Throws 403, 404, 409, 412
   * or 422.
   */
  async update(
    tx: ShopTransaction,
    locator: ResourceLocator,
    input: ParsedResource<U>,
    commit?: Commit,
  ): Promise<DocumentRow> {
    const written = await this.updateAlone(tx, locator, input);
    if (written) return written;
    const { relationships, pointer } = input;
    await this.lockNamed(tx, { op: 'update', id: locator.id, input });
    const row = await this.lock(tx, locator, this.lockOfChange(input));
    await checkRepeated(
      tx,
      { repository: this as unknown as ResourceRepository, registry: this.registry },
      locator.id,
      input,
    );
    await this.checkLinkage(tx, input);
    const sent = await this.beforeUpdate(tx, row, input);
    await checkUnique(tx, this.resource, this.unique, { id: locator.id, values: sent, pointer });
    const changed = await this.replaceMembers(tx, locator.id, relationships);
    const values = { ...this.linked(relationships), ...sent } as ColumnValues<E>;
    const follows = this.afterUpdate !== ResourceRepository.prototype.afterUpdate;
    const writing = tx.repository(this.resource.entity).update(row, values, changed);
    const [after] = await allInOrder([
      asUniqueViolation(writing, this.resource, { pointer }),
      follows ? undefined : commit?.(),
    ]);
    if (after) await this.afterUpdate(tx, row, after);
    return (after ?? row) as unknown as DocumentRow;
  }

  /** The same by one statement, where it can be: locks, compares and writes. undefined: nothing was written, and `update` knows why or goes another way. */
  async updateAlone(
    tx: ShopTransaction,
    locator: ResourceLocator,
    input: ParsedResource<U>,
  ): Promise<DocumentRow | undefined> {
    const { id } = locator;
    if (tx.looksFirst || this.update !== ResourceRepository.prototype.update || !isUuid(id)) return undefined;
    const change = this.changeWithoutRow(input);
    const matched = columnsMatched(locator, this.resource.volatile);
    if (!change || !matched) return undefined;
    const where = { ...change.where, ...matched, id } as FindOptions<E>['where'] & { id: string };
    const row = await tx.repository(this.resource.entity).change(where, change.values);
    return row as unknown as DocumentRow | undefined;
  }

  /** Other members of a to-many relationship. One that is there already is not added again; one that is not there need not be removed. */
  async updateMembers(tx: ShopTransaction, locator: ResourceLocator, change: MemberChange): Promise<void> {
    const { name, how, ids, pointer } = change;
    const { table } = this.joinTables.find((each) => each.name === name)!;
    await this.lockNamed(tx, { op: 'members', id: locator.id, name, how, ids });
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

  /** `commit`: nothing follows. Throws 404, 409 or 412. */
  async delete(tx: ShopTransaction, locator: ResourceLocator, commit?: Commit): Promise<void> {
    if (await this.deleteAlone(tx, locator)) return;
    const { resource, references, referenceAdvice: advice } = this;
    await this.lockNamed(tx, { op: 'remove', id: locator.id });
    const row = await this.lock(tx, locator, 'update');
    await this.beforeDelete(tx, row);
    await releaseReferences(tx, { resource, id: locator.id, references, advice });
    const deleting = tx.repository(resource.entity).delete({ id: locator.id } as never);
    await allInOrder([asStillReferenced(deleting, resource), commit?.()]);
  }

  /** Clears the column by which a locked object refers to one that is being deleted, and writes the event. */
  async detach(tx: ShopTransaction, row: Row<E>, column: string): Promise<void> {
    const values = { [column]: null } as ColumnValues<E>;
    const after = await tx.repository(this.resource.entity).update(row, values);
    if (after) await this.afterUpdate(tx, row, after);
  }

  /**
   * References from objects of registered resources to objects of this resource. Empty in a unit spec without a
   * registry.
   */
  private get references(): readonly IncomingReference[] {
    return this.registry?.referencesTo(this.resource.type) ?? [];
  }

  /** The same by one statement, where it can be. false: nothing was deleted, and `delete` knows why or goes another way. */
  async deleteAlone(tx: ShopTransaction, locator: ResourceLocator): Promise<boolean> {
    const { id } = locator;
    if (tx.looksFirst || this.delete !== ResourceRepository.prototype.delete || !isUuid(id)) return false;
    const deletable = this.deletableWithoutRow;
    const matched = columnsMatched(locator, this.resource.volatile);
    if (!deletable || !matched) return false;
    const all = { ...deletable.where, ...matched, id } as FindOptions<E>['where'];
    // Whoever deletes a member deletes the same rows of the join table: then the members are locked first.
    const members = this.joinTables.map(({ table: { table, joinColumn: column } }) => ({ table, column }));
    const unreferenced = [...this.references.map(({ rows }) => rows), ...members];
    return (await tx.repository(this.resource.entity).delete(all, unreferenced)) > 0;
  }

  /**
   * Rows that the writes lock, in any order: their objects, the targets of their relationships, and rows that rules write (docs/adr/locks.md). A resource whose rules
   * lock further rows adds them here. Reads, if it has to, without locks.
   */
  locksOf(tx: ShopTransaction, writes: readonly PlannedWrite<C, U>[]): RowLock[] | Promise<RowLock[]> {
    const locks = writes.flatMap((write) => rowsNamed(this.resource, write, this.lockOfChange));
    const others = writes.flatMap((write) => [
      ...membersBefore(tx, this.resource, this.joinTables, write),
      ...(write.op === 'remove' ? [releasedWith(tx, this.references, write.id)] : []),
    ]);
    return others.length === 0 ? locks : Promise.all(others).then((read) => [...locks, ...read.flat()]);
  }

  /** Locks every row that the write names. Must run before rules lock any of these rows. */
  private async lockNamed(tx: ShopTransaction, write: PlannedWrite<C, U>): Promise<void> {
    await allInOrder(lockAhead(tx, () => this.registry, await this.locksOf(tx, [write])));
  }

  /**
   * The object, which nobody else changes until the transaction ends: `update` for one that will be deleted, so that no lock is ever made stronger
   * (docs/adr/locks.md). Throws 404 and 412.
   */
  protected async lock(
    tx: ShopTransaction,
    locator: ResourceLocator,
    lock: 'no_key_update' | 'update' = 'no_key_update',
  ): Promise<Row<E>> {
    const { id } = locator;
    const where = { id } as FindOptions<E>['where'];
    const row = isUuid(id) ? await tx.repository(this.resource.entity).findOne({ where, lock }) : undefined;
    if (!row) throw notFound(this.resource.type, id);
    checkPreconditions(locator, row as unknown as DocumentRow, this.resource.volatile);
    return row;
  }

  /** Those of the objects that are there, ascending by id and locked in that order. */
  async lockAll(tx: ShopTransaction, ids: readonly string[]): Promise<Row<E>[]> {
    if (ids.length === 0) return [];
    const where = { id: Any([...ids]) } as FindOptions<E>['where'];
    const order = { id: 'ASC' } as FindOptions<E>['order'] & object;
    return tx.repository(this.resource.entity).find({ where, order, lock: 'no_key_update' });
  }

  /** The columns of to-one relationships that were sent. */
  private linked(relationships: Readonly<Record<string, Linkage>>): Record<string, unknown> {
    const columns = linkageColumns(this.resource.relationships).filter(({ name }) => name in relationships);
    return Object.fromEntries(columns.map(({ name, column }) => [column, relationships[name]]));
  }

  /** 404 for each object that a relationship is to lead to and that is not there (JSON:API "Creating Resources", "Updating Resources"). */
  private async checkLinkage(
    tx: ShopTransaction,
    input: Pick<ParsedResource<object>, 'relationships' | 'pointer' | 'linkagePointer'>,
  ): Promise<void> {
    const { relationships, pointer, linkagePointer } = input;
    const violations = new Violations();
    for (const [name, linkage] of Object.entries(relationships)) {
      const { type } = this.resource.relationships[name]!;
      const place = linkagePointer ?? `${pointer}/relationships/${name}/data`;
      const ids = linkage === null ? [] : [linkage].flat();
      for (const id of await missing(tx, this.registry.get(type).resource.entity, ids))
        violations.addError(
          noSuch(type, id, Array.isArray(linkage) ? `${place}/${linkage.indexOf(id)}` : place),
        );
    }
    violations.throwIfAny();
  }

  /** The names of the to-many relationships whose members are others than before. */
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

/** Those of the ids that are not there; the others stay until the transaction ends. */
async function missing(
  tx: ShopTransaction,
  entity: EntityClass<VersionedRow>,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const found = await tx
    .repository(entity)
    .find({ where: { id: Any(ids) }, select: ['id'], order: { id: 'ASC' }, lock: 'key_share' });
  const present = new Set(found.map(({ id }) => id));
  return ids.filter((id) => !present.has(id));
}
