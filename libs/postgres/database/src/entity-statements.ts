import { type ColumnName, columnsOf, type EntityClass } from '@storewright/rows';
import type { DataSource, SelectQueryBuilder } from 'typeorm';
import { bind, type BoundStatement, type CompiledStatement, CompiledStatements } from './compiled-statements';
import { conditionSql, valuesOf, type Where } from './conditions';
import { insertRecords } from './insert-select';

/**
 * Row lock until the end of the transaction. Use `update` before a row is deleted, `no_key_update` before a
 * row is changed, and `key_share` to prevent a deletion. A transaction must not request a stronger lock on a
 * row that it has already locked (docs/adr/locks.md).
 */
export type Lock = 'update' | 'no_key_update' | 'key_share';

export interface FindOptions<E extends object> {
  where: Where<E>;
  order?: { [K in ColumnName<E>]?: 'ASC' | 'DESC' };
  take?: number;
  lock?: Lock;
  select?: readonly ColumnName<E>[];
}

export interface Reference {
  table: string;
  column: string;
}

const lockModes = {
  update: 'pessimistic_write',
  no_key_update: 'for_no_key_update',
  key_share: 'for_key_share',
} as const;

export class EntityStatements<E extends object> {
  private readonly name: string;
  readonly columns: readonly ColumnName<E>[];
  readonly primaryKey: readonly ColumnName<E>[];
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

  /**
   * Compiles a custom SELECT. `build` receives a query without columns, in which the entity has the alias
   * `t`.
   */
  select(shape: string, build: (query: SelectQueryBuilder<E>) => { getQuery(): string }): CompiledStatement {
    return this.compiled.get(`${this.name} ${shape}`, (dataSource) => build(this.query(dataSource)));
  }

  /**
   * Compiles a SELECT of rows that meet conditions. `computed` adds columns: SQL expressions over `t`, keyed
   * by column name.
   */
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

  /**
   * Compiles an INSERT of one row. `expressions` contains SQL for columns without a parameter. The statement
   * inserts nothing if a row with equal values in `conflictColumns`, the columns of a unique index, exists.
   */
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

  /** Compiles an INSERT of all rows in the JSON array `:rows`. Columns that a row omits become null. */
  insertAll(shape: string, expressions: Readonly<Record<string, string>> = {}): CompiledStatement {
    return this.compiled.get(`${this.name} insert all ${shape}`, () => {
      const values = this.columns.map((each) => [each, expressions[each] ?? `r.${each}`]);
      return insertRecords(this.entity, Object.fromEntries(values) as never);
    });
  }

  /**
   * Compiles an UPDATE. `build` returns new values and conditions as SQL, and is called once per statement.
   */
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

  /**
   * Compiles a DELETE. The statement has no effect if a row refers to `:id` in one of the columns
   * `unreferenced`.
   */
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

export function bindFind<E extends object>(
  statements: EntityStatements<E>,
  options: FindOptions<E>,
): BoundStatement {
  return bind(statements.find(options), valuesOf(options.where));
}
