import { isDeepStrictEqual } from 'node:util';
import {
  bind,
  type BoundStatement,
  conditionsBefore,
  DatabaseError,
  type EntityListing,
  type EntityStatements,
  type FindOptions,
  type Lock,
  readEntityPage,
  type Reference,
  type ResultRow,
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
import { termsOfChange, termsOfNew, timeOfChange, type Write } from '@storewright/events';
import type { Page, PageQuery } from '@storewright/pages';
import type { SelectQueryBuilder } from 'typeorm';
import { jsonRecords } from './json-records';
import {
  type CompiledInsert,
  FreeValue,
  type InsertValues,
  type SqlValue,
  sqlValuesOf,
  withCommonTables,
} from './sql-value';

/**
 * The rows of one entity in one shop. Rows are as they are read, not hydrated: JSON and `bigint` are text,
 * times are `2019-07-14T09:23:34.000000Z`. A write of a resource's row writes its event in the same statement
 * (docs/contract.md §6).
 */
export interface ShopRepository<E extends ShopRow> {
  /**
   * Rows that match; those that are locked have what is computed of their resource, too. Throws where a
   * condition is compared with null or undefined.
   */
  find(options: FindOptions<E>): Promise<Row<E>[]>;
  findOne(options: Omit<FindOptions<E>, 'take'>): Promise<Row<E> | undefined>;
  exists(options: Pick<FindOptions<E>, 'where'>): Promise<boolean>;
  /**
   * A SELECT of one's own over the entity as `t`, compiled once for its shape; the shop's condition is in it
   * already.
   */
  select<R extends object = ResultRow>(
    shape: string,
    build: (query: SelectQueryBuilder<E>) => SelectQueryBuilder<E>,
    values?: Readonly<Record<string, unknown>>,
  ): Promise<R[]>;
  /** One page of a list over the entity as `t`; the shop's condition is in it already. */
  page(listing: EntityListing<E>, query: PageQuery): Promise<Page>;
  /**
   * Inserts a row, with version and times if it belongs to a resource. Columns without a value are null.
   * `lock`: sent in front of the INSERT, in the same message.
   */
  insert(values: InsertValues<E>, lock?: () => Statement): Promise<Row<E>>;
  /** New rows of a resource by one statement, with their events in this order. */
  insertAll(rows: readonly ColumnValues<E>[]): Promise<Row<E>[]>;
  /**
   * Changes columns of a row that is locked; gives nothing where they are so already, and then there is
   * neither version nor event. `changed`: relationships whose members were changed, which no column shows.
   */
  update(row: Row<E>, values: ColumnValues<E>, changed?: readonly string[]): Promise<Row<E> | undefined>;
  /**
   * Locks, compares and changes columns of the one row that matches, whose id is in `where`; gives nothing
   * where none does, or where they are so already.
   */
  change(
    where: FindOptions<E>['where'] & { id: string },
    values: ColumnValues<E>,
  ): Promise<Row<E> | undefined>;
  /** The statement that locks a row. */
  lockStatement(id: string, lock: Lock): Statement;
  /**
   * Deletes the rows that match, one for a resource: how many. `unreferenced`: not while such rows name the
   * object with the `id` in `where`.
   */
  delete(where: FindOptions<E>['where'], unreferenced?: readonly Reference[]): Promise<number>;
}

/** Where a repository runs its statements. */
export interface StatementRunner {
  query<R extends object = ResultRow>(statement: Statement): Promise<R[]>;
  write(write: Write): Promise<ResultRow[]>;
}

/**
 * How often an INSERT finds another value where somebody else was quicker; each time one of those that are
 * under way has got its own.
 */
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

  select<R extends object = ResultRow>(
    shape: string,
    build: (query: SelectQueryBuilder<E>) => SelectQueryBuilder<E>,
    values: Readonly<Record<string, unknown>> = {},
  ): Promise<R[]> {
    const compiled = this.statements.select(shape, (query) => build(query).andWhere('t.shop_id = :shop_id'));
    return this.runner.query<R>(bind(compiled, { ...values, shop_id: this.shop_id }));
  }

  page(listing: EntityListing<E>, query: PageQuery): Promise<Page> {
    const ofShop: EntityListing<E> = {
      ...listing,
      build: (select) => listing.build(select.where('t.shop_id = :shop_id')),
      values: { ...listing.values, shop_id: this.shop_id },
    };
    return readEntityPage((statement) => this.runner.query(statement), this.statements, ofShop, query);
  }

  async insert(values: InsertValues<E>, lock?: () => Statement): Promise<Row<E>> {
    const resource = this.resource();
    const computed = sqlValuesOf(values);
    const all = this.parameters({ ...values, shop_id: this.shop_id });
    for (const [column, value] of computed) {
      all[column] = value instanceof FreeValue ? value.wanted : null;
      Object.assign(all, value.expression.parameters);
    }
    const terms = resource && termsOfNew(resource, [computed.length === 0 ? values : all]);
    const free = computed.map(([, value]) => value).find((value) => value instanceof FreeValue);
    for (let tries = 1; ; tries += 1) {
      const { with: tables, ...compiled } = this.inserting(computed, free, tries);
      const { name, text, values: bound } = bind(compiled, all);
      const [row] = resource
        ? await this.runner.write({
            ...{ resource, change: 'created', name, sql: text, values: bound, terms },
            ...(lock && { lock }),
            extraColumns: this.hidden(resource),
            ...(tables !== undefined && { with: tables }),
          })
        : await this.runner.query({ name, text: `${text} RETURNING *`, values: bound });
      if (row || !free) return row as unknown as Row<E>;
      if (tries === MAX_TRIES) throw new DatabaseError('values_taken');
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

  /** The first try inserts the wanted value of a `FreeValue`, which is rarely taken. */
  private inserting(
    computed: readonly [string, SqlValue][],
    free: FreeValue | undefined,
    tries: number,
  ): CompiledInsert {
    const used = tries > 1 ? computed : computed.filter(([, value]) => value !== free);
    const expressions = used.map(([column, { expression }]) => [column, expression] as const);
    const shape = [
      ...expressions.map(([column, { name }]) => `${column} ${name}`),
      ...(free ? ['unless taken'] : []),
    ];
    const sql = expressions.map(([column, each]) => [column, each.sql]);
    const conflictColumns = free && (['shop_id', ...free.conflictColumns] as ColumnName<E>[]);
    const compiled = this.statements.insert(
      shape.join(', '),
      { ...(this.resource() && newVersion), ...Object.fromEntries(sql) },
      conflictColumns,
    );
    const tables = new Map(
      expressions.flatMap(([, each]) => each.with ?? []).map((table) => [table.name, table]),
    );
    return withCommonTables(compiled, [...tables.values()]);
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
    return this.updated(
      bind(compiled, bound),
      terms && { terms, lock: () => this.lockStatement(where.id, 'no_key_update') },
    );
  }

  lockStatement(id: string, lock: Lock): Statement {
    const where = { shop_id: this.shop_id, id } as unknown as FindOptions<E>['where'];
    const options: FindOptions<E> = { where, select: ['id' as ColumnName<E>], lock };
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
