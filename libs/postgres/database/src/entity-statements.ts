import { type ColumnName, columnsOf, type EntityClass } from '@storewright/entities';
import type { DataSource, SelectQueryBuilder } from 'typeorm';
import { bind, type BoundStatement, type CompiledStatement, CompiledStatements } from './compiled-statements';
import { conditionSql, valuesOf, type Where } from './conditions';
import { insertRecords } from './insert-select';

/**
 * Rows that nobody else changes until the transaction ends: `update` for a row that will be deleted, `no_key_update` for one that will be changed, `key_share`
 * for one that must stay. A transaction never takes a stronger lock on a row that it has locked (docs/adr/locks.md).
 */
export type Lock = 'update' | 'no_key_update' | 'key_share';

export interface FindOptions<E extends object> {
  where: Where<E>;
  order?: { [K in ColumnName<E>]?: 'ASC' | 'DESC' };
  take?: number;
  lock?: Lock;
  select?: readonly ColumnName<E>[];
}

/** A column that holds the id of an object to which the row refers. */
export interface Reference {
  table: string;
  column: string;
}

const lockModes = {
  update: 'pessimistic_write',
  no_key_update: 'for_no_key_update',
  key_share: 'for_key_share',
} as const;

/** Statements over one entity, compiled from its metadata. */
export class EntityStatements<E extends object> {
  private readonly name: string;
  readonly columns: readonly ColumnName<E>[];
  readonly primaryKey: readonly ColumnName<E>[];
  /** The columns of JSON. */
  readonly json: ReadonlySet<string>;

  constructor(
    readonly entity: EntityClass<E>,
    private readonly compiled: CompiledStatements,
  ) {
    this.name = entity.name;
    const columns = columnsOf(entity).map(({ name, options }) => ({ name: name as ColumnName<E>, options }));
    this.columns = columns.map(({ name }) => name);
    this.primaryKey = columns.filter(({ options }) => options.primary).map(({ name }) => name);
    this.json = new Set(columns.filter(({ options }) => options.type === 'jsonb').map(({ name }) => name));
  }

  /** A statement of a caller's own: `build` gets a SELECT of nothing from the entity as `t`. */
  select(shape: string, build: (query: SelectQueryBuilder<E>) => { getQuery(): string }): CompiledStatement {
    return this.compiled.get(`${this.name} ${shape}`, (dataSource) => build(this.query(dataSource)));
  }

  /** `computed`: further expressions over `t` that each row has, by name. */
  find(
    { where, order = {}, take, lock, select = this.columns }: FindOptions<E>,
    computed: Readonly<Record<string, string>> = {},
  ): CompiledStatement {
    const conditions = Object.entries(where).map(([column, value]) => conditionSql(column, value));
    const orders = Object.entries(order) as [string, 'ASC' | 'DESC'][];
    const shape = [
      select === this.columns ? '*' : select.join(),
      ...conditions,
      ...orders.flat(),
      ...(take === undefined ? [] : [take]),
      lock ?? '',
      ...Object.keys(computed),
    ].join(' ');
    return this.compiled.get(`${this.name} ${shape}`, (dataSource) => {
      const query = this.query(dataSource);
      for (const column of select) query.addSelect(`t.${column}`, column);
      for (const [name, expression] of Object.entries(computed)) query.addSelect(expression, name);
      for (const each of conditions) query.andWhere(each);
      for (const [column, direction] of orders) query.addOrderBy(`t.${column}`, direction);
      if (take !== undefined) query.limit(take);
      if (lock) query.setLock(lockModes[lock]);
      return query;
    });
  }

  /** `expressions`: SQL of columns that the statement finds by itself. `conflictColumns`: columns of a unique index; where another row has them, none is written. */
  insert(
    shape: string,
    expressions: Readonly<Record<string, string>> = {},
    conflictColumns: readonly ColumnName<E>[] = [],
  ): CompiledStatement {
    return this.compiled.get(`${this.name} insert ${shape}`, (dataSource) => {
      const query = dataSource
        .createQueryBuilder()
        .insert()
        .into(this.entity)
        .values(
          Object.fromEntries(
            this.columns.map((each) => [each, () => expressions[each] ?? `:${each}`]),
          ) as never,
        );
      return conflictColumns.length > 0
        ? `${query.getQuery()} ON CONFLICT (${conflictColumns.join(', ')}) DO NOTHING`
        : query;
    });
  }

  /** Several rows, the JSON array `:rows`; `expressions` likewise. What a row leaves out is null. */
  insertAll(shape: string, expressions: Readonly<Record<string, string>> = {}): CompiledStatement {
    return this.compiled.get(`${this.name} insert all ${shape}`, () => {
      const values = this.columns.map((each) => [each, expressions[each] ?? `r.${each}`]);
      return insertRecords(this.entity, Object.fromEntries(values) as never);
    });
  }

  /** `build`: what is set, and the conditions on the row; asked once for the shape. */
  update(
    shape: string,
    build: () => { set: Readonly<Record<string, string>>; where: readonly string[] },
  ): CompiledStatement {
    return this.compiled.get(`${this.name} update ${shape}`, (dataSource) => {
      const { set, where } = build();
      const values = Object.fromEntries(Object.entries(set).map(([column, sql]) => [column, () => sql]));
      const query = dataSource
        .createQueryBuilder()
        .update(this.entity)
        .set(values as never);
      for (const each of where) query.andWhere(each);
      return query;
    });
  }

  /** `unreferenced`: not while such rows name the object with this `:id`. */
  delete(where: Where<E>, unreferenced: readonly Reference[] = []): CompiledStatement {
    const conditions = Object.entries(where).map(([column, value]) => conditionSql(column, value, ''));
    const references = unreferenced.map(({ table, column }) => `${table}.${column}`);
    return this.compiled.get(
      `${this.name} delete ${[...conditions, ...references].join(' ')}`,
      (dataSource) => {
        const query = dataSource.createQueryBuilder().delete().from(this.entity);
        for (const each of conditions) query.andWhere(each);
        for (const { table, column } of unreferenced) {
          const naming = dataSource.createQueryBuilder().select('1').from(table, 'r');
          const found = naming.where(`r.shop_id = :shop_id AND r.${column} = :id`).getQuery();
          query.andWhere(`NOT EXISTS (${found})`);
        }
        return query;
      },
    );
  }

  private query(dataSource: DataSource): SelectQueryBuilder<E> {
    return dataSource.createQueryBuilder().select([]).from(this.entity, 't') as SelectQueryBuilder<E>;
  }
}

/** The statement of a find, with its values. */
export function bindFind<E extends object>(
  statements: EntityStatements<E>,
  options: FindOptions<E>,
): BoundStatement {
  return bind(statements.find(options), valuesOf(options.where));
}
