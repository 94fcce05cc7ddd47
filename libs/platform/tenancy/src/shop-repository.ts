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
 * Reads and writes the rows of one entity in one shop. Rows are raw: JSON and `bigint` values are strings,
 * and timestamps have the format `2019-07-14T09:23:34.000000Z`. Each write to a resource also writes an event
 * to the event log in the same statement (docs/contract.md §6).
 */
export interface ShopRepository<E extends ShopRow> {
  /**
   * Returns the rows that match `where`. Locked rows also contain the computed columns of the resource.
   * Throws if a condition compares a column with null or undefined.
   */
  find(options: FindOptions<E>): Promise<Row<E>[]>;
  findOne(options: Omit<FindOptions<E>, 'take'>): Promise<Row<E> | undefined>;
  exists(options: Pick<FindOptions<E>, 'where'>): Promise<boolean>;
  /**
   * Runs a custom SELECT over the entity with the alias `t`, limited to the rows of the shop. `shape`
   * identifies the query, which is compiled once per shape.
   */
  select<R extends object = ResultRow>(
    shape: string,
    build: (query: SelectQueryBuilder<E>) => SelectQueryBuilder<E>,
    values?: Readonly<Record<string, unknown>>,
  ): Promise<R[]>;
  /** Returns one page of a list query over the entity with the alias `t`, limited to the rows of the shop. */
  page(listing: EntityListing<E>, query: PageQuery): Promise<Page>;
  /**
   * Inserts a row. Omitted columns are null. The statement that `lock` returns is sent before the INSERT in
   * the same network round trip.
   */
  insert(values: InsertValues<E>, lock?: () => Statement): Promise<Row<E>>;
  /** Inserts several rows of a resource with one statement. The events have the order of the rows. */
  insertAll(rows: readonly ColumnValues<E>[]): Promise<Row<E>[]>;
  /**
   * Updates columns of a locked row. Returns undefined and writes no event if the row already has these
   * values. `changed` names to-many relationships whose members changed, because the row has no columns for
   * them.
   */
  update(row: Row<E>, values: ColumnValues<E>, changed?: readonly string[]): Promise<Row<E> | undefined>;
  /**
   * Locks and updates the row that matches `where`. Returns undefined if no row matches or if the row already
   * has these values.
   */
  change(
    where: FindOptions<E>['where'] & { id: string },
    values: ColumnValues<E>,
  ): Promise<Row<E> | undefined>;
  lockStatement(id: string, lock: Lock): Statement;
  /**
   * Deletes the matching rows and returns their number. Deletes nothing if a relationship in `unreferenced`
   * refers to the object. For an entity of a resource, `where` must match at most one row.
   */
  delete(where: FindOptions<E>['where'], unreferenced?: readonly Reference[]): Promise<number>;
}

export interface StatementRunner {
  query<R extends object = ResultRow>(statement: Statement): Promise<R[]>;
  write(write: Write): Promise<ResultRow[]>;
}

/**
 * Maximum number of INSERT attempts with a `FreeValue`. The first attempt fails if another row has the
 * preferred value. A later attempt fails only if a concurrent transaction inserts the same value.
 */
const MAX_TRIES = 100;

const newVersion = { version: '1', created_at: 'now()', updated_at: 'now()' };
const nextVersion = { version: 'version + 1', updated_at: timeOfChange };

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

  /**
   * Compiles the INSERT. The first attempt uses the preferred value of a `FreeValue`. Later attempts use its
   * SQL expression.
   */
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

  /**
   * Returns the computed columns to select together with a locked row. The response contains this row if the
   * write changes nothing.
   */
  private computed({ lock, select }: FindOptions<E>): Record<string, string> {
    const resource = lock && !select ? resourceOf(this.statements.entity) : undefined;
    if (!resource) return {};
    const names = Object.keys(resource.computed);
    return Object.fromEntries(names.map((name) => [name, resource.expression('t', name)]));
  }

  /**
   * Returns the resource of the entity, or undefined if writes to the entity create no events. Throws for a
   * versioned row without a resource, because the event log would miss the changes.
   */
  private resource(): EntityResource<E> | undefined {
    const { entity } = this.statements;
    const resource = resourceOf(entity);
    if (!resource && entity.prototype instanceof VersionedRow)
      throw new Error(`${entity.name} is written before its resource is declared`);
    return resource && resource.versioned ? resource : undefined;
  }

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

const hiddenColumns = new WeakMap<object, readonly string[]>();

const kept = { shop_id: true, id: true, version: true, created_at: true, updated_at: true };

const differs = (columns: readonly string[]) =>
  columns.map((name) => `${name} IS DISTINCT FROM :${name}`).join(' OR ');

function otherThan(row: object, values: Record<string, unknown>): Record<string, unknown> {
  const before = row as Record<string, unknown>;
  const differs = ([name, value]: [string, unknown]) => !isDeepStrictEqual(before[name], value);
  return Object.fromEntries(Object.entries(values).filter(differs));
}

/**
 * Copies an object without undefined values and without the members of `without`. Reads each property once,
 * because every write calls this function.
 */
function defined(values: object, without: object = {}): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(values) as [string, unknown][])
    if (value !== undefined && !Object.hasOwn(without, name)) sent[name] = value;
  return sent;
}
