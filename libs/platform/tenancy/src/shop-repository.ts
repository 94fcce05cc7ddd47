import { isDeepStrictEqual } from 'node:util';
import {
  bind,
  type BoundStatement,
  conditionsBefore,
  type EntityListing,
  type EntityStatements,
  type FindOptions,
  readEntityPage,
  type Reference,
  type Statement,
  valuesOf,
} from '@storewright/database';
import {
  type ColumnName,
  type ColumnValues,
  type EntityResource,
  resourceOf,
  type Row,
  type ShopRow,
  VersionedRow,
} from '@storewright/entities';
import { type CommonTable, termsOfChange, termsOfNew, timeOfChange, type Write } from '@storewright/events';
import { ApiError, type ListQuery, type Page, type DocumentRow } from '@storewright/json-api';
import type { SelectQueryBuilder } from 'typeorm';
import { type CompiledInsert, withParts } from './insert-parts';
import { jsonRecords } from './json-records';

/** SQL of columns that an INSERT finds by itself, as late as possible, such as a number that rises. `with`: what stands before it, of a resource's row. */
export interface InsertExpressions<E extends object> {
  /** Of the statement. */
  name: string;
  with?: readonly CommonTable[];
  columns: { readonly [K in ColumnName<E>]?: string };
  /**
   * The columns, but for the shop, of a unique index for which `columns` find a value that is free, where the one that was asked for is taken; and anew where
   * another has taken that one meanwhile.
   */
  free?: readonly ColumnName<E>[];
}

/**
 * The rows of one entity in one shop. Rows are as they are read, not hydrated: JSON and `bigint` are text, times are `2019-07-14T09:23:34.000000Z`. A write of a
 * resource's row writes its event in the same statement (docs/contract.md §6).
 */
export interface ShopRepository<E extends ShopRow> {
  /** Rows that match; those that are locked have what is computed of their resource, too. Throws where a condition is compared with null or undefined. */
  find(options: FindOptions<E>): Promise<Row<E>[]>;
  findOne(options: Omit<FindOptions<E>, 'take'>): Promise<Row<E> | undefined>;
  exists(options: Pick<FindOptions<E>, 'where'>): Promise<boolean>;
  /** A SELECT of one's own over the entity as `t`, compiled once for its shape; the shop's condition is in it already. */
  select<R extends object = DocumentRow>(
    shape: string,
    build: (query: SelectQueryBuilder<E>) => SelectQueryBuilder<E>,
    values?: Readonly<Record<string, unknown>>,
  ): Promise<R[]>;
  /** One page of a list over the entity as `t`; the shop's condition is in it already. */
  page(listing: EntityListing<E>, query: ListQuery): Promise<Page>;
  /** A new row: version and times of a resource are set here. Columns that are left out are null. */
  insert(values: ColumnValues<E>, expressions?: InsertExpressions<E>): Promise<Row<E>>;
  /** New rows of a resource by one statement, with their events in this order. */
  insertAll(rows: readonly ColumnValues<E>[]): Promise<Row<E>[]>;
  /**
   * Changes columns of a row that is locked; gives nothing where they are so already, and then there is neither version nor event. `changed`: relationships whose
   * members were changed, which no column shows.
   */
  update(row: Row<E>, values: ColumnValues<E>, changed?: readonly string[]): Promise<Row<E> | undefined>;
  /**
   * Locks, compares and changes columns of the one row that matches, whose id is in `where`; gives nothing where none does, or where they are so already.
   */
  change(
    where: FindOptions<E>['where'] & { id: string },
    values: ColumnValues<E>,
  ): Promise<Row<E> | undefined>;
  /** Deletes the rows that match, one for a resource: how many. `unreferenced`: not while such rows name the object with the `id` in `where`. */
  delete(where: FindOptions<E>['where'], unreferenced?: readonly Reference[]): Promise<number>;
}

/** Where a repository runs its statements. */
export interface StatementRunner {
  query<R extends object = DocumentRow>(statement: Statement): Promise<R[]>;
  write(write: Write): Promise<DocumentRow[]>;
}

/** How often an INSERT finds another value where somebody else was quicker; each time one of those that are under way has got its own. */
const MAX_TRIES = 100;

const newVersion = { version: '1', created_at: 'now()', updated_at: 'now()' };
const nextVersion = { version: 'version + 1', updated_at: timeOfChange };

/** A repository whose rows are in the database. */
export class DatabaseShopRepository<E extends ShopRow> implements ShopRepository<E> {
  constructor(
    private readonly statements: EntityStatements<E>,
    private readonly shop_id: string,
    private readonly runner: StatementRunner,
  ) {}

  async find(options: FindOptions<E>): Promise<Row<E>[]> {
    const where = { ...options.where, shop_id: this.shop_id };
    const compiled = this.statements.find({ ...options, where } as FindOptions<E>, this.computed(options));
    const statement = bind(compiled, valuesOf(where));
    return this.runner.query<Row<E>>(statement);
  }

  async findOne(options: Omit<FindOptions<E>, 'take'>): Promise<Row<E> | undefined> {
    const [row] = await this.find({ ...options, take: 1 });
    return row;
  }

  async exists({ where }: Pick<FindOptions<E>, 'where'>): Promise<boolean> {
    const found = await this.find({ where, select: ['shop_id'], take: 1 });
    return found.length > 0;
  }

  select<R extends object = DocumentRow>(
    shape: string,
    build: (query: SelectQueryBuilder<E>) => SelectQueryBuilder<E>,
    values: Readonly<Record<string, unknown>> = {},
  ): Promise<R[]> {
    const compiled = this.statements.select(shape, (query) => build(query).andWhere('t.shop_id = :shop_id'));
    return this.runner.query<R>(bind(compiled, { ...values, shop_id: this.shop_id }));
  }

  page(listing: EntityListing<E>, query: ListQuery): Promise<Page> {
    const ofShop: EntityListing<E> = {
      ...listing,
      build: (select) => listing.build(select.where('t.shop_id = :shop_id')),
      values: { ...listing.values, shop_id: this.shop_id },
    };
    return readEntityPage((statement) => this.runner.query(statement), this.statements, ofShop, query);
  }

  async insert(values: ColumnValues<E>, expressions?: InsertExpressions<E>): Promise<Row<E>> {
    const resource = this.resource();
    const all = this.parameters({ ...values, shop_id: this.shop_id });
    const terms = resource && termsOfNew(resource, [values]);
    const { free } = expressions ?? {};
    for (let tries = 1; ; tries += 1) {
      const { with: before, ...compiled } = this.inserting(expressions, tries);
      const { name, text, values: bound } = bind(compiled, all);
      const [row] = resource
        ? await this.runner.write({
            ...{ resource, change: 'created', name, sql: text, values: bound, terms },
            extraColumns: this.hidden(resource),
            ...(before !== undefined && { with: before }),
          })
        : await this.runner.query({ name, text: `${text} RETURNING *`, values: bound });
      if (row || !free) return row as unknown as Row<E>;
      if (tries === MAX_TRIES) throw lostToOthers(free);
    }
  }

  async insertAll(rows: readonly ColumnValues<E>[]): Promise<Row<E>[]> {
    const resource = this.resource()!;
    const compiled = this.statements.insertAll('', { ...newVersion, shop_id: ':shop_id::uuid' });
    const records = jsonRecords(rows, this.statements.json);
    const { name, text, values } = bind(compiled, { shop_id: this.shop_id, rows: records });
    const [also, terms] = [this.hidden(resource), termsOfNew(resource, rows)];
    const write: Write = { resource, change: 'created', name, sql: text, values, extraColumns: also, terms };
    return (await this.runner.write(write)) as unknown as Row<E>[];
  }

  /** Most have what they ask for to themselves: the first try takes it as it is. */
  private inserting(expressions: InsertExpressions<E> | undefined, tries: number): CompiledInsert {
    const { name = '', columns, free, with: before } = expressions ?? {};
    const made = this.resource() && newVersion;
    const unlessTaken = free && (['shop_id', ...free] as ColumnName<E>[]);
    return free && tries === 1
      ? this.statements.insert(`${name}, as it is`, made, unlessTaken)
      : withParts(this.statements.insert(name, { ...made, ...columns }, unlessTaken), before);
  }

  async update(
    row: Row<E>,
    values: ColumnValues<E>,
    changed: readonly string[] = [],
  ): Promise<Row<E> | undefined> {
    const resource = this.resource();
    const shape = resource ? `versioned ${changed.join()}` : '';
    const compiled = this.statements.update(shape, () => {
      const columns = this.statements.columns.filter((name) => !(name in kept));
      return {
        set: {
          ...Object.fromEntries(columns.map((name) => [name, `:${name}`])),
          ...(resource && nextVersion),
        },
        where: [...this.keys(), ...(changed.length > 0 ? [] : [`(${differs(columns)})`])],
      };
    });
    const sent = defined(values);
    const all = this.parameters({ ...row, ...sent, shop_id: this.shop_id });
    const terms = resource && termsOfChange(resource, otherThan(row, sent));
    return this.updated(bind(compiled, all), { changed, terms });
  }

  async change(
    where: FindOptions<E>['where'] & { id: string },
    values: ColumnValues<E>,
  ): Promise<Row<E> | undefined> {
    const resource = this.resource();
    const sent = defined(values, kept);
    const names = this.statements.columns.filter((name) => name in sent);
    if (names.length === 0) return undefined;
    const before = conditionsBefore(where);
    const compiled = this.statements.update(`of ${names.join()} where ${before.sql.join(' ')}`, () => ({
      set: {
        ...Object.fromEntries(names.map((name) => [name, `:${name}`])),
        ...(resource && nextVersion),
      },
      where: ['shop_id = :shop_id', ...before.sql, `(${differs(names)})`],
    }));
    const bound = { ...this.parameters(sent, names), ...before.values, shop_id: this.shop_id };
    const terms = resource && termsOfChange(resource, sent);
    return this.updated(bind(compiled, bound), terms && { terms, lock: () => this.locking(where.id) });
  }

  private locking(id: string): Statement {
    const where = { shop_id: this.shop_id, id } as unknown as FindOptions<E>['where'];
    const options: FindOptions<E> = { where, select: ['shop_id'], lock: 'no_key_update' };
    return bind(this.statements.find(options), valuesOf(where));
  }

  async delete(where: FindOptions<E>['where'], unreferenced: readonly Reference[] = []): Promise<number> {
    const resource = this.resource();
    const all = { ...where, shop_id: this.shop_id };
    const { name, text, values } = bind(this.statements.delete(all, unreferenced), valuesOf(all));
    const rows = resource
      ? await this.runner.write({
          ...{ resource, change: 'deleted', name, sql: text, values, extraColumns: this.hidden(resource) },
        })
      : await this.runner.query({ name, text: `${text} RETURNING shop_id`, values });
    return rows.length;
  }

  private async updated(
    { name, text, values }: BoundStatement,
    more: Pick<Write, 'changed' | 'terms' | 'lock'> = {},
  ): Promise<Row<E> | undefined> {
    const resource = this.resource();
    const rows = resource
      ? await this.runner.write({
          ...{ resource, change: 'updated', name, sql: text, values, ...more },
          extraColumns: this.hidden(resource),
        })
      : await this.runner.query({ name, text: `${text} RETURNING *`, values });
    return rows[0] as unknown as Row<E> | undefined;
  }

  /** A row that is locked whole has what its document computes as well: it is shown where the write changes nothing. */
  private computed({ lock, select }: FindOptions<E>): Record<string, string> {
    const resource = lock && !select ? resourceOf(this.statements.entity) : undefined;
    if (!resource) return {};
    const names = Object.keys(resource.computed);
    return Object.fromEntries(names.map((name) => [name, resource.expression('t', name)]));
  }

  /** The resource whose events are written; a versioned row without one would change unseen. */
  private resource(): EntityResource<E> | undefined {
    const { entity } = this.statements;
    const resource = resourceOf(entity);
    if (!resource && entity.prototype instanceof VersionedRow)
      throw new Error(`${entity.name} is written before its resource is declared`);
    return resource && resource.versioned ? resource : undefined;
  }

  /** Columns beyond those of the resource object. */
  private hidden(resource: EntityResource<E>): readonly string[] {
    const known = hiddenColumns.get(resource);
    if (known) return known;
    const hidden = this.statements.columns.filter((name) => !resource.columns.includes(name));
    hiddenColumns.set(resource, hidden);
    return hidden;
  }

  private keys(): string[] {
    return this.statements.primaryKey.map((name) => `${name} = :${name}`);
  }

  /** Values as Postgres takes them; JSON of a row that was read is text already. */
  private parameters(
    values: Readonly<Record<string, unknown>>,
    columns: readonly ColumnName<E>[] = this.statements.columns,
  ): Record<string, unknown> {
    const { json } = this.statements;
    const parameters: Record<string, unknown> = {};
    for (const name of columns) {
      const value = values[name] ?? null;
      const isJson = value !== null && typeof value !== 'string' && json.has(name);
      parameters[name] = isJson ? JSON.stringify(value) : value;
    }
    return parameters;
  }
}

/** By resource: what `hidden` has found. */
const hiddenColumns = new WeakMap<object, readonly string[]>();

/** What no update sets from outside. */
const kept = { shop_id: true, id: true, version: true, created_at: true, updated_at: true };

const lostToOthers = (columns: readonly string[]) =>
  new ApiError('overloaded', {
    detail: `Others took each ${columns.join()} that was free. Please try again.`,
    headers: { 'retry-after': '2' },
  });

const differs = (columns: readonly string[]) =>
  columns.map((name) => `${name} IS DISTINCT FROM :${name}`).join(' OR ');

/** Those that the row does not have already. */
function otherThan(row: object, values: Record<string, unknown>): Record<string, unknown> {
  const before = row as Record<string, unknown>;
  const differs = ([name, value]: [string, unknown]) => !isDeepStrictEqual(before[name], value);
  return Object.fromEntries(Object.entries(values).filter(differs));
}

/** Without what was not sent, and without these names. One look at each, as every change comes here. */
function defined(values: object, without: object = {}): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values) as [string, unknown][])
    if (value !== undefined && !Object.hasOwn(without, name)) sent[name] = value;
  return sent;
}
