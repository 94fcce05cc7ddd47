import { readPage } from '@storewright/database';
import {
  checkIfMatch,
  etagOf,
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
  type Row,
  Violations,
} from '@storewright/json-api';
import { v7 as uuidv7 } from 'uuid';
import type {
  MemberChange,
  ParentScope,
  ReadContext,
  RelatedQuery,
  ResourceLocator,
  ResourceRepository,
  TransactionContext,
} from './resource-repository';
import {
  deleteJoinRows,
  type InsertExpressions,
  insertJoinRows,
  presentStatement,
  selectJoinRows,
  Statements,
} from './statements';
import { asUniqueViolation, checkUnique, type UniqueColumns } from './unique-constraint';

/** Columns and their values; of an update, those alone that change. */
export type ColumnValues = Record<string, unknown>;

/** What is particular to the rows of one resource; without a rule the columns become what was sent. */
export interface RepositoryHooks {
  /** Columns that no client sees, such as a text as it is compared. */
  hidden?: readonly string[];
  /** Columns whose values no two objects of a shop share. */
  unique?: UniqueColumns;
  /** Columns of a new object that the statement of its INSERT finds by itself, such as a number that rises; `$1` is the shop. */
  insertExpressions?: InsertExpressions;
  /** The columns of a new object. Other rows that it reads and writes are in the same transaction. Throws where it may not be. */
  beforeInsert?(
    context: TransactionContext,
    input: ParsedResource<never>,
    id: string,
  ): ColumnValues | Promise<ColumnValues>;
  /** The columns that change. `row`: the object as it is, locked. */
  beforeUpdate?(
    context: TransactionContext,
    row: Row,
    input: ParsedResource<never>,
  ): ColumnValues | Promise<ColumnValues>;
  /** What has to happen before the object is deleted. Throws where it may not be. */
  beforeRemove?(context: TransactionContext, row: Row): Promise<void>;
}

/** The rows of a resource in a table of its own, `shop.<type>`, whose columns bear the names of the attributes. */
export class TableRepository implements ResourceRepository {
  private readonly statements: Statements;
  private readonly linkages: readonly { name: string; column: string }[];
  private readonly joinTables: readonly { name: string; joinTable: JoinTable }[];

  constructor(
    readonly resource: Resource,
    private readonly hooks: RepositoryHooks = {},
  ) {
    const { attributes, relationships, computed } = resource;
    this.linkages = linkageColumns(relationships);
    this.joinTables = Object.entries(relationships).flatMap(([name, relationship]) =>
      isToMany(relationship) && 'table' in relationship.many ? [{ name, joinTable: relationship.many }] : [],
    );
    this.statements = new Statements(resource, [
      ...Object.keys(attributes).filter((name) => !(name in computed)),
      ...this.linkages.map(({ column }) => column),
      ...(hooks.hidden ?? []),
    ]);
  }

  page({ rows, shop }: ReadContext, query: ListQuery, parent?: ParentScope): Promise<Page> {
    const listing = this.statements.listing(shop.id, query.conditions, parent);
    return readPage((statement) => rows.query(statement), listing, query);
  }

  async find({ rows, shop }: ReadContext, id: string): Promise<Row> {
    const [row] = isUuid(id) ? await rows.query(this.statements.find(shop.id, id)) : [];
    if (!row) throw notFound(this.resource.type, id);
    return row;
  }

  findByIds({ rows, shop }: ReadContext, ids: readonly string[]): Promise<Row[]> {
    return rows.query(this.statements.byIds(shop.id, ids));
  }

  findRelated({ rows, shop }: ReadContext, members: RelatedQuery): Promise<Row[]> {
    return rows.query(this.statements.members(shop.id, members));
  }

  insertIsSingleStatement({ relationships }: ParsedResource<object>): boolean {
    return !this.hooks.beforeInsert && Object.keys(relationships).length === 0;
  }

  async insert(context: TransactionContext, input: ParsedResource<object>): Promise<Row> {
    const { id = uuidv7(), relationships, attributes } = input;
    await this.checkLinkage(context, input);
    const values = (await this.hooks.beforeInsert?.(context, input as ParsedResource<never>, id)) ?? {
      ...attributes,
    };
    await this.checkUnique(context, id, values, input);
    const all = { ...this.linked(relationships), ...values };
    const write = this.statements.insertion(context.shop.id, id, all, this.hooks.insertExpressions);
    const [row] = await asUniqueViolation(context.rows.write(write), this.resource, input);
    for (const { name, joinTable } of this.joinTables) {
      const ids = relationships[name] as readonly string[] | undefined;
      if (ids?.length) await context.rows.query(insertJoinRows(context.shop.id, joinTable, id, ids));
    }
    return row!;
  }

  async update(
    context: TransactionContext,
    locator: ResourceLocator,
    input: ParsedResource<object>,
  ): Promise<Row> {
    const row = await this.lock(context, locator);
    await this.checkLinkage(context, input);
    const values = (await this.hooks.beforeUpdate?.(context, row, input as ParsedResource<never>)) ?? {
      ...input.attributes,
    };
    await this.checkUnique(context, locator.id, values, input);
    const changed = await this.replaceMembers(context, locator.id, input.relationships);
    const next = { ...row, ...this.linked(input.relationships), ...sent(values) };
    const write = this.statements.update(context.shop.id, locator.id, next, changed);
    const { pointer } = input;
    const [written] = await asUniqueViolation(context.rows.write(write), this.resource, { pointer });
    return written ?? row;
  }

  async updateMembers(
    context: TransactionContext,
    locator: ResourceLocator,
    { name, how, ids, pointer }: MemberChange,
  ): Promise<void> {
    const { joinTable } = this.joinTables.find((each) => each.name === name)!;
    const row = await this.lock(context, locator);
    const before = await joinedIds(context, joinTable, locator.id);
    const kept = how === 'remove' ? before.filter((id) => !ids.includes(id)) : how === 'add' ? before : [];
    const next = how === 'remove' ? kept : [...new Set([...kept, ...ids])];
    const added = next.filter((id) => !before.includes(id));
    const relationships = { [name]: added };
    await this.checkLinkage(context, {
      attributes: {},
      relationships,
      pointer: '',
      linkagePointer: pointer,
      source: '',
    });
    if (await replaceJoinRows(context, joinTable, locator.id, next))
      await context.rows.write(this.statements.update(context.shop.id, locator.id, row, [name]));
  }

  async remove(context: TransactionContext, locator: ResourceLocator): Promise<void> {
    const row = await this.lock(context, locator);
    await this.hooks.beforeRemove?.(context, row);
    await context.rows.write(this.statements.deletion(context.shop.id, locator.id));
  }

  /** The object, which nobody else changes until the transaction ends. Throws 404 and 412. */
  async lock({ rows, shop }: TransactionContext, { id, ifMatch }: ResourceLocator): Promise<Row> {
    const [row] = isUuid(id) ? await rows.query(this.statements.lock(shop.id, id)) : [];
    if (!row) throw notFound(this.resource.type, id);
    checkIfMatch(ifMatch, etagOf(row, this.resource.volatile));
    return row;
  }

  /** Those of the objects that are there, ascending by id and locked in that order. */
  lockAll({ rows, shop }: TransactionContext, ids: readonly string[]): Promise<Row[]> {
    return ids.length === 0 ? Promise.resolve([]) : rows.query(this.statements.lockAll(shop.id, ids));
  }

  /** Columns of an object that the caller has locked are set, with the event of it; nothing where they are so already. */
  async write({ rows, shop }: TransactionContext, row: Row, values: ColumnValues): Promise<Row> {
    const [written] = await rows.write(
      this.statements.update(shop.id, String(row['id']), { ...row, ...values }),
    );
    return written ?? row;
  }

  private checkUnique(
    context: TransactionContext,
    id: string,
    values: ColumnValues,
    { pointer }: ParsedResource<object>,
  ): Promise<void> {
    const { resource } = this;
    return checkUnique(context, { resource, unique: this.hooks.unique ?? {} }, { id, values, pointer });
  }

  private linked(relationships: Readonly<Record<string, Linkage>>): ColumnValues {
    return sent(Object.fromEntries(this.linkages.map(({ name, column }) => [column, relationships[name]])));
  }

  /** 404 for each object that a relationship is to lead to and that is not there (JSON:API "Creating Resources", "Updating Resources"). */
  private async checkLinkage(
    context: TransactionContext,
    { relationships, pointer, linkagePointer }: ParsedResource<object>,
  ): Promise<void> {
    const violations = new Violations();
    for (const [name, linkage] of Object.entries(relationships)) {
      const { type } = this.resource.relationships[name]!;
      const place = linkagePointer ?? `${pointer}/relationships/${name}/data`;
      const ids = linkage === null ? [] : [linkage].flat();
      const missing = await missingOf(context, type, ids);
      for (const id of missing)
        violations.addError(
          noSuch(type, id, Array.isArray(linkage) ? `${place}/${linkage.indexOf(id)}` : place),
        );
    }
    violations.throwIfAny();
  }

  /** The names of the to-many relationships whose members are others than before. */
  private async replaceMembers(
    context: TransactionContext,
    id: string,
    relationships: Readonly<Record<string, Linkage>>,
  ): Promise<string[]> {
    const changed: string[] = [];
    for (const { name, joinTable } of this.joinTables) {
      const next = relationships[name] as readonly string[] | undefined;
      if (next && (await replaceJoinRows(context, joinTable, id, next))) changed.push(name);
    }
    return changed;
  }
}

/** Whether the members are others than before. */
async function replaceJoinRows(
  { rows, shop }: TransactionContext,
  joinTable: JoinTable,
  id: string,
  next: readonly string[],
): Promise<boolean> {
  const before = await joinedIds({ rows, shop }, joinTable, id);
  const gone = before.filter((each) => !next.includes(each));
  const added = next.filter((each) => !before.includes(each));
  if (gone.length > 0) await rows.query(deleteJoinRows(shop.id, joinTable, id, gone));
  if (added.length > 0) await rows.query(insertJoinRows(shop.id, joinTable, id, added));
  return gone.length + added.length > 0;
}

async function joinedIds(
  { rows, shop }: TransactionContext,
  joinTable: JoinTable,
  id: string,
): Promise<string[]> {
  return (await rows.query(selectJoinRows(shop.id, joinTable, id))).map((row) => String(row['id']));
}

async function missingOf(
  { rows, shop }: TransactionContext,
  type: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return [];
  const present = new Set((await rows.query(presentStatement(shop.id, type, ids))).map(({ id }) => id));
  return ids.filter((id) => !present.has(id));
}

/** Without what was not sent. */
function sent(values: ColumnValues): ColumnValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
