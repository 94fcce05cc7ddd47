import { randomUUID } from 'node:crypto';
import { type FindOptions, matches, type Statement } from '@storewright/database';
import {
  type ColumnValues,
  columnsOf,
  type EntityClass,
  type Row,
  type ShopRow,
  tableOf,
  VersionedRow,
} from '@storewright/entities';
import {
  FreeValue,
  type InsertValues,
  type Notice,
  type Shop,
  type ShopRepository,
  type ShopTransaction,
  SqlValue,
} from '@storewright/tenancy';

export interface RecordedWrite {
  entity: EntityClass;
  kind: 'insert' | 'update' | 'delete';
  row: Readonly<Record<string, unknown>>;
}

/**
 * A transaction that stores rows in memory, for unit specs of resource rules without a database and HTTP.
 */
export interface InMemoryTransaction extends ShopTransaction {
  /** Adds rows that exist before the tested rule runs. Omitted columns are null. */
  given<E extends ShopRow>(entity: EntityClass<E>, ...rows: ColumnValues<E>[]): Row<E>[];
  readonly writes: readonly RecordedWrite[];
  /** Events that the tested rule emitted without changing a row, such as `returns.approved`. */
  readonly emitted: readonly string[];
  readonly notices: readonly Notice[];
}

/**
 * Creates a transaction in memory. Its repositories support `find`, `findOne`, `exists`, `insert`, `update`
 * and `delete` with the conditions of a real repository. Methods that need SQL (`select`, `page`, `query`,
 * `write`) throw. Test rules that call these methods over HTTP.
 */
export function inMemoryTransaction(
  shop: Shop = { id: randomUUID(), domain: 'demo', status: 'active', time_zone: 'UTC', currency_code: 'EUR' },
): InMemoryTransaction {
  const tables = new Map<string, Record<string, unknown>[]>();
  const writes: RecordedWrite[] = [];
  const emitted: string[] = [];
  const notices: Notice[] = [];
  const rowsOf = (entity: EntityClass) => {
    const name = tableOf(entity);
    if (!tables.has(name)) tables.set(name, []);
    return tables.get(name)!;
  };
  return {
    shop,
    writes,
    emitted,
    notices,
    // Makes resource rules run their prechecks, because no database constraint can reject a write in memory.
    precheck: true,
    rehearse: (work) => work(),
    emit: ({ type, events }, event) => {
      if (!events.includes(event)) throw new Error(`${type} does not declare ${event} as an event`);
      emitted.push(`${type}.${event}`);
      return Promise.resolve();
    },
    notify: (notice) => void notices.push(notice),
    query: () => needsSql('query'),
    write: () => needsSql('write'),
    repository: (entity) => new InMemoryRepository(entity, rowsOf(entity), { shop, writes }),
    given: <E extends ShopRow>(entity: EntityClass<E>, ...rows: ColumnValues<E>[]) => {
      const made = rows.map((row) => newRow(entity, shop, row));
      rowsOf(entity).push(...made);
      return made as unknown as Row<E>[];
    },
  };
}

class InMemoryRepository<E extends ShopRow> implements ShopRepository<E> {
  constructor(
    private readonly entity: EntityClass<E>,
    private readonly rows: Record<string, unknown>[],
    private readonly context: { shop: Shop; writes: RecordedWrite[] },
  ) {}

  find({ where, order = {}, take }: FindOptions<E>): Promise<Row<E>[]> {
    const found = this.rows.filter((row) => matches(row, where));
    for (const [column, direction] of Object.entries(order).reverse())
      found.sort((a, b) => compare(a[column], b[column]) * (direction === 'DESC' ? -1 : 1));
    return Promise.resolve(found.slice(0, take).map((row) => ({ ...row })) as unknown as Row<E>[]);
  }

  async findOne(options: Omit<FindOptions<E>, 'take'>): Promise<Row<E> | undefined> {
    return (await this.find({ ...options, take: 1 }))[0];
  }

  async exists({ where }: Pick<FindOptions<E>, 'where'>): Promise<boolean> {
    return (await this.find({ where, take: 1 })).length > 0;
  }

  insert(values: InsertValues<E>): Promise<Row<E>> {
    const row = newRow(this.entity, this.context.shop, withoutSql(values));
    this.rows.push(row);
    this.record('insert', row);
    return Promise.resolve({ ...row } as unknown as Row<E>);
  }

  insertAll(rows: readonly ColumnValues<E>[]): Promise<Row<E>[]> {
    return Promise.all(rows.map((values) => this.insert(values)));
  }

  update(row: Row<E>, values: ColumnValues<E>): Promise<Row<E> | undefined> {
    const stored = this.rows.find((each) => isSameRow(this.entity, each, row as Record<string, unknown>))!;
    const changed = Object.entries(written(this.entity, values)).filter(
      ([name, value]) => stored[name] !== value,
    );
    if (changed.length === 0) return Promise.resolve(undefined);
    Object.assign(stored, Object.fromEntries(changed));
    if ('version' in stored) stored['version'] = Number(stored['version']) + 1;
    this.record('update', stored);
    return Promise.resolve({ ...stored } as unknown as Row<E>);
  }

  async change(where: FindOptions<E>['where'], values: ColumnValues<E>): Promise<Row<E> | undefined> {
    const row = await this.findOne({ where });
    return row && this.update(row, values);
  }

  delete(where: FindOptions<E>['where']): Promise<number> {
    const found = this.rows.filter((each) => matches(each, where));
    for (const row of found) {
      this.rows.splice(this.rows.indexOf(row), 1);
      this.record('delete', row);
    }
    return Promise.resolve(found.length);
  }

  lockStatement(): Statement {
    throw new Error('lockStatement needs a database: test this rule over HTTP');
  }

  select(): Promise<never> {
    return needsSql('select');
  }

  page(): Promise<never> {
    return needsSql('page');
  }

  private record(kind: RecordedWrite['kind'], row: Record<string, unknown>): void {
    this.context.writes.push({ entity: this.entity, kind, row: { ...row } });
  }
}

/**
 * Replaces a generated unique value (`FreeValue`) with its preferred value. Sets columns with other SQL
 * expressions to null.
 */
function withoutSql<E extends object>(values: InsertValues<E>): ColumnValues<E> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]): [string, unknown] => {
      if (!(value instanceof SqlValue)) return [name, value];
      return [name, value instanceof FreeValue ? value.wanted : undefined];
    }),
  ) as ColumnValues<E>;
}

function needsSql(method: string): Promise<never> {
  return Promise.reject(new Error(`${method} needs a database: test this rule over HTTP`));
}

function newRow<E extends ShopRow>(
  entity: EntityClass<E>,
  shop: Shop,
  values: ColumnValues<E>,
): Record<string, unknown> {
  const columns = Object.fromEntries(columnsOf(entity).map(({ name }) => [name, null]));
  const now = '2026-01-01T00:00:00.000000Z';
  const isVersioned = entity.prototype instanceof VersionedRow;
  const made = isVersioned ? { id: randomUUID(), version: 1, created_at: now, updated_at: now } : {};
  return { ...columns, ...made, ...written(entity, values), shop_id: shop.id };
}

/**
 * Converts attribute values to column values. JSON values become text. A `bigint` must be passed as decimal
 * text.
 */
function written(entity: EntityClass, values: object): Record<string, unknown> {
  const json = new Set(
    columnsOf(entity).flatMap(({ name, options }) => (options.type === 'jsonb' ? [name] : [])),
  );
  const sent = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(
    sent.map(([name, value]) => [name, json.has(name) && isParsed(value) ? JSON.stringify(value) : value]),
  );
}

const isParsed = (value: unknown) => value !== null && typeof value !== 'string';

function isSameRow(entity: EntityClass, a: Record<string, unknown>, b: Record<string, unknown>): boolean {
  const key = columnsOf(entity).filter(({ options }) => options.primary);
  return key.every(({ name }) => a[name] === b[name]);
}

function compare(a: unknown, b: unknown): number {
  if (a === b) return 0;
  return (a as string) < (b as string) ? -1 : 1;
}
