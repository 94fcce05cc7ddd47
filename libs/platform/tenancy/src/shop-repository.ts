import {
  bind,
  type EntityListing,
  type EntityStatements,
  type FindOptions,
  readEntityPage,
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
import type { Write } from '@storewright/events';
import { ApiError, type ListQuery, type Page, type Row as RawRow } from '@storewright/json-api';
import type { SelectQueryBuilder } from 'typeorm';

/** SQL of columns that an INSERT finds by itself, as late as possible, such as a number that rises. `with`: what stands before it, of a resource's row; `$1` is the shop. */
export interface InsertExpressions<E extends object> {
  /** Of the statement. */
  name: string;
  with?: string;
  columns: { readonly [K in ColumnName<E>]?: string };
  /** The columns, but for the shop, of a unique index for which `columns` find a value that is free: where another has taken it meanwhile, they find one anew. */
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
  select<R extends object = RawRow>(
    shape: string,
    build: (query: SelectQueryBuilder<E>) => SelectQueryBuilder<E>,
    values?: Readonly<Record<string, unknown>>,
  ): Promise<R[]>;
  /** One page of a list over the entity as `t`; the shop's condition is in it already. */
  page(listing: EntityListing<E>, query: ListQuery): Promise<Page>;
  /** A new row: version and times of a resource are set here. Columns that are left out are null. */
  insert(values: ColumnValues<E>, expressions?: InsertExpressions<E>): Promise<Row<E>>;
  /**
   * Changes columns of a row that is locked; gives nothing where they are so already, and then there is neither version nor event. `changed`: relationships whose
   * members were changed, which no column shows.
   */
  update(row: Row<E>, values: ColumnValues<E>, changed?: readonly string[]): Promise<Row<E> | undefined>;
  /** Deletes the rows that match, one for a resource. */
  delete(where: FindOptions<E>['where']): Promise<void>;
}

/** Where a repository runs its statements. */
export interface StatementRunner {
  query<R extends object = RawRow>(statement: Statement): Promise<R[]>;
  write(write: Write): Promise<RawRow[]>;
}

/** How often an INSERT finds another value where somebody else was quicker; each time one of those that are under way has got its own. */
const MAX_TRIES = 100;

const newVersion = { version: '1', created_at: 'now()', updated_at: 'now()' };
const nextVersion = {
  version: 'version + 1',
  updated_at: `greatest(clock_timestamp(), updated_at + interval '1 microsecond')`,
};

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

  select<R extends object = RawRow>(
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
    const made = { ...(resource && newVersion), ...expressions?.columns };
    const compiled = this.statements.insert(expressions?.name ?? '', made);
    const all = this.parameters({ ...values, shop_id: this.shop_id });
    const { name, text, values: bound } = bind(compiled, all);
    const { with: before, free } = expressions ?? {};
    const sql = free ? `${text} ON CONFLICT (shop_id, ${free.join()}) DO NOTHING` : text;
    for (let tries = 1; ; tries += 1) {
      const [row] = resource
        ? await this.runner.write({
            ...{ resource, change: 'created', name, sql, values: bound, also: this.hidden(resource) },
            ...(before !== undefined && { with: before }),
          })
        : await this.runner.query({ name, text: `${sql} RETURNING *`, values: bound });
      if (row || !free) return row as unknown as Row<E>;
      if (tries === MAX_TRIES) throw lostToOthers(free);
    }
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
      const differs = columns.map((name) => `${name} IS DISTINCT FROM :${name}`).join(' OR ');
      return {
        set: {
          ...Object.fromEntries(columns.map((name) => [name, `:${name}`])),
          ...(resource && nextVersion),
        },
        where: [...this.keys(), ...(changed.length > 0 ? [] : [`(${differs})`])],
      };
    });
    const all = this.parameters({ ...row, ...defined(values), shop_id: this.shop_id });
    const { name, text, values: bound } = bind(compiled, all);
    const rows = resource
      ? await this.runner.write({
          ...{
            resource,
            change: 'updated',
            changed,
            name,
            sql: text,
            values: bound,
            also: this.hidden(resource),
          },
        })
      : await this.runner.query({ name, text: `${text} RETURNING *`, values: bound });
    return rows[0] as unknown as Row<E> | undefined;
  }

  async delete(where: FindOptions<E>['where']): Promise<void> {
    const resource = this.resource();
    const all = { ...where, shop_id: this.shop_id };
    const { name, text, values } = bind(this.statements.delete(all), valuesOf(all));
    if (!resource) await this.runner.query({ name, text, values });
    else
      await this.runner.write({
        ...{ resource, change: 'deleted', name, sql: text, values, also: this.hidden(resource) },
      });
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
  private hidden(resource: EntityResource<E>): string[] {
    return this.statements.columns.filter((name) => !resource.columns.includes(name));
  }

  private keys(): string[] {
    return this.statements.primaryKey.map((name) => `${name} = :${name}`);
  }

  /** Values as Postgres takes them; JSON of a row that was read is text already. */
  private parameters(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
    return Object.fromEntries(
      this.statements.columns.map((name) => {
        const value = values[name] ?? null;
        const isJson = this.statements.json.has(name) && value !== null && typeof value !== 'string';
        return [name, isJson ? JSON.stringify(value) : value];
      }),
    );
  }
}

/** What no update sets from outside. */
const kept = { shop_id: true, id: true, version: true, created_at: true, updated_at: true };

const lostToOthers = (columns: readonly string[]) =>
  new ApiError('overloaded', {
    detail: `Others took each ${columns.join()} that was free. Please try again.`,
    headers: { 'retry-after': '2' },
  });

/** Without what was not sent. */
function defined(values: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
