import type { Listing, Statement } from '@storewright/database';
import type { Write } from '@storewright/events';
import {
  type ColumnKind,
  type Condition,
  isToMany,
  type JoinTable,
  type Resource,
} from '@storewright/json-api';
import type { ParentScope, RelatedQuery } from './resource-repository';

/** Columns of a new row that its own statement finds, as late as possible. `with`: what stands before the INSERT; `columns`: an expression over it for each. */
export interface InsertExpressions {
  with: string;
  columns: Readonly<Record<string, string>>;
}

/** The SQL of a resource whose rows are a table `shop.<type>`. Every statement begins with the shop: $1. */
export class Statements {
  private readonly table: string;
  private readonly read: string;

  constructor(
    private readonly resource: Resource,
    /** All columns that a client's request sets, directly or not, hidden ones among them. */
    private readonly columns: readonly string[],
  ) {
    this.table = `shop.${resource.type}`;
    this.read = `SELECT ${resource.select('t')} FROM ${this.table} t WHERE t.shop_id = $1`;
  }

  find(shop_id: string, id: string): Statement {
    return { name: `${this.resource.type}-find`, text: `${this.read} AND t.id = $2`, values: [shop_id, id] };
  }

  byIds(shop_id: string, ids: readonly string[]): Statement {
    const text = `${this.read} AND t.id = ANY ($2::uuid[])`;
    return { name: `${this.resource.type}-by-ids`, text, values: [shop_id, ids] };
  }

  /** One look into an index for each of the objects, however many they are. */
  members(shop_id: string, { many, ids, limit: most }: RelatedQuery): Statement {
    const { from, by } = membership(this.table, many, 'parent.id');
    const text = `SELECT parent.id AS of, member.* FROM unnest($2::uuid[]) AS parent (id) CROSS JOIN LATERAL (
      SELECT ${this.resource.select('t')} FROM ${from} ORDER BY ${by} LIMIT $3) AS member`;
    return { name: `${this.resource.type}-of-${nameOf(many)}`, text, values: [shop_id, ids, most] };
  }

  /** A list, without its order and its place. */
  listing(shop_id: string, conditions: readonly Condition[], parent?: ParentScope): Listing {
    const values: unknown[] = [shop_id];
    const from = parent
      ? membership(this.table, parent.many, `$${values.push(parent.id)}::uuid`).from
      : `${this.table} t WHERE t.shop_id = $1`;
    const each = conditions.map((condition) => this.comparison(condition, values));
    return {
      columns: this.resource.select('t'),
      from: `FROM ${[from, ...each].join(' AND ')}`,
      values,
      keys: Object.fromEntries(
        ['id', ...this.resource.sortable].map((name) => [name, this.resource.expression('t', name)]),
      ),
    };
  }

  private comparison({ name, operator, values: compared }: Condition, values: unknown[]): string {
    const column = this.columnOf(name);
    if (compared.length > 1) return `${column} = ANY ($${values.push(compared)})`;
    return `${column} ${operator} $${values.push(compared[0])}`;
  }

  private columnOf(name: string): string {
    const kind = this.resource.filterable[name];
    const relationship = this.resource.relationships[name];
    if (typeof kind === 'object' && 'is' in kind && kind.column) return `t.${kind.column}`;
    if (relationship && !isToMany(relationship)) return `t.${relationship.column}`;
    return this.resource.expression('t', name);
  }

  lock(shop_id: string, id: string): Statement {
    const text = `${this.readWhole()} AND t.id = $2 FOR UPDATE`;
    return { name: `${this.resource.type}-lock`, text, values: [shop_id, id] };
  }

  /** Always in the same order, so that two who lock some of the same rows never wait for each other. */
  lockAll(shop_id: string, ids: readonly string[]): Statement {
    const text = `${this.readWhole()} AND t.id = ANY ($2::uuid[]) ORDER BY t.id FOR UPDATE`;
    return { name: `${this.resource.type}-lock-all`, text, values: [shop_id, ids] };
  }

  /** With the columns that no client sees. */
  private readWhole(): string {
    const hidden = this.columns.filter((column) => !this.resource.columns.includes(column));
    const columns = [this.resource.select('t'), ...hidden.map((column) => `t.${column}`)].join(', ');
    return `SELECT ${columns} FROM ${this.table} t WHERE t.shop_id = $1`;
  }

  insertion(
    shop_id: string,
    id: string,
    values: Readonly<Record<string, unknown>>,
    expressions?: InsertExpressions,
  ): Write {
    const { resource } = this;
    const columns = this.columns.filter((column) => !(column in (expressions?.columns ?? {})));
    const written: Record<string, string> = {
      ...{ shop_id: '$1', id: '$2' },
      ...Object.fromEntries(columns.map((column, at) => [column, `$${at + 3}`])),
      ...{ version: '1', created_at: 'now()', updated_at: 'now()' },
      ...expressions?.columns,
    };
    return {
      ...{
        resource,
        change: 'created',
        name: `${resource.type}-insert`,
        ...(expressions && { with: expressions.with }),
      },
      sql: `INSERT INTO ${this.table} (${Object.keys(written).join(', ')}) VALUES (${Object.values(written).join(', ')})`,
      values: [shop_id, id, ...columns.map((column) => this.parameter(column, values[column]))],
    };
  }

  /** Nothing is written where nothing changes, unless members of a relationship did: `changed`. The row is locked already. */
  update(
    shop_id: string,
    id: string,
    values: Readonly<Record<string, unknown>>,
    changed: readonly string[] = [],
  ): Write {
    const { columns, resource } = this;
    const set = columns.map((column, at) => `${column} = $${at + 3}`).join(', ');
    const differs = columns.map((column, at) => `${column} IS DISTINCT FROM $${at + 3}`).join(' OR ');
    return {
      ...{ resource, change: 'updated', changed, name: [resource.type, 'update', ...changed].join('-') },
      sql: `UPDATE ${this.table}
        SET ${set}, version = version + 1, updated_at = greatest(clock_timestamp(), updated_at + interval '1 microsecond')
        WHERE shop_id = $1 AND id = $2${changed.length > 0 ? '' : ` AND (${differs})`}`,
      values: [shop_id, id, ...columns.map((column) => this.parameter(column, values[column]))],
    };
  }

  deletion(shop_id: string, id: string): Write {
    const { resource } = this;
    return {
      ...{ resource, change: 'deleted', name: `${resource.type}-delete` },
      sql: `DELETE FROM ${this.table} WHERE shop_id = $1 AND id = $2`,
      values: [shop_id, id],
    };
  }

  /** A value as Postgres takes it; JSON of a row that was read is text already. */
  private parameter(column: string, value: unknown): unknown {
    if (value === undefined || value === null) return null;
    const kind: ColumnKind | undefined = this.resource.attributes[column];
    return kind === 'json' && typeof value !== 'string' ? JSON.stringify(value) : value;
  }
}

/** The members of one object, and their order. `owner`: its id, an SQL expression. */
function membership(table: string, many: RelatedQuery['many'], owner: string): { from: string; by: string } {
  if ('column' in many)
    return { from: `${table} t WHERE t.shop_id = $1 AND t.${many.column} = ${owner}`, by: 't.id' };
  const { table: joinTable, joinColumn, inverseJoinColumn } = many;
  return {
    from: `${joinTable} pair JOIN ${table} t ON t.shop_id = pair.shop_id AND t.id = pair.${inverseJoinColumn} WHERE pair.shop_id = $1 AND pair.${joinColumn} = ${owner}`,
    by: `pair.${inverseJoinColumn}`,
  };
}

const nameOf = (many: RelatedQuery['many']) =>
  'column' in many ? many.column : many.table.replace('shop.', '');

/** The ids that the join table has for one object. */
export function selectJoinRows(
  shop_id: string,
  { table, joinColumn, inverseJoinColumn }: JoinTable,
  id: string,
): Statement {
  const text = `SELECT ${inverseJoinColumn} AS id FROM ${table} WHERE shop_id = $1 AND ${joinColumn} = $2`;
  return { name: `${table}-of`, text, values: [shop_id, id] };
}

export function insertJoinRows(
  shop_id: string,
  { table, joinColumn, inverseJoinColumn }: JoinTable,
  id: string,
  ids: readonly string[],
): Statement {
  const text = `INSERT INTO ${table} (shop_id, ${joinColumn}, ${inverseJoinColumn}) SELECT $1, $2, unnest($3::uuid[])`;
  return { name: `${table}-add`, text, values: [shop_id, id, ids] };
}

export function deleteJoinRows(
  shop_id: string,
  { table, joinColumn, inverseJoinColumn }: JoinTable,
  id: string,
  ids: readonly string[],
): Statement {
  const text = `DELETE FROM ${table} WHERE shop_id = $1 AND ${joinColumn} = $2 AND ${inverseJoinColumn} = ANY ($3::uuid[])`;
  return { name: `${table}-remove`, text, values: [shop_id, id, ids] };
}

/** Those of the ids that are there, kept there until the transaction ends. */
export function presentStatement(shop_id: string, type: string, ids: readonly string[]): Statement {
  const text = `SELECT id FROM shop.${type} WHERE shop_id = $1 AND id = ANY ($2::uuid[]) FOR KEY SHARE`;
  return { name: `${type}-present`, text, values: [shop_id, ids] };
}
