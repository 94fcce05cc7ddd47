// Written in SQL: one statement for a write and its event, built from RETURNING.
import { insertSelect, type Statement } from '@storewright/database';
import { linkageColumns, type Resource } from '@storewright/json-api';
import { LRUCache } from 'lru-cache';
import { type Actor, actorColumns, actorValues } from './actor';
import { Event } from './event.entity';
import { boundTerms, nameOfTerms, type TermChange, termParts } from './term-writes';

/**
 * A write of one row, or of several new rows in order, as SQL. The same statement writes the event, so both
 * exist or neither (docs/contract.md §6).
 */
export interface Write {
  /** Declaration of the resource. Its column names must equal those of the written rows. */
  resource: Resource;
  /** `created`, `updated`, `deleted`, or a declared event of an existing row (see `announcement`). */
  change: string;
  /** Name of the prepared statement. */
  name: string;
  /** Common table expressions that precede the write. */
  with?: readonly CommonTable[];
  /**
   * INSERT, UPDATE or DELETE without RETURNING, or a SELECT of the row for an announcement. $1 is the shop
   * id. Without a written row there is no event.
   */
  sql: string;
  values: unknown[];
  /** Columns of the written row that the statement returns in addition. */
  extraColumns?: readonly string[];
  /** Search terms of the row, if the write changes them. */
  terms?: TermChange | undefined;
  /**
   * Locks the row in a preceding statement. Required if the write reads search terms, because its snapshot
   * must be newer than the lock. Statements that run in steps lock the row themselves.
   */
  lock?: () => Statement;
  /** Relationships that an update changes although no column of the row changes. */
  changed?: readonly string[];
}

/**
 * SQL for `updated_at` in an UPDATE: strictly later than the previous value, even if the clock goes back.
 */
export const timeOfChange = `greatest(clock_timestamp(), updated_at + interval '1 microsecond')`;

/** A common table expression of the write: `name AS (sql)`. */
export interface CommonTable {
  name: string;
  sql: string;
  /**
   * Columns and types of the only row of the table. Later parts read a column as `(SELECT column FROM name)`.
   */
  columns?: Readonly<Record<string, string>>;
  /** Statement for distributed tables, if it differs from `sql`. */
  standaloneSql?: string;
  /** True if the statement for distributed tables runs after the write, because it needs the written row. */
  isAfterWrite?: true;
}

/**
 * Creates a declared event without a write, such as `returns.approved`. The event contains the row as the
 * transaction sees it.
 */
export function announcement(resource: Resource, table: string, change: string, key: RowKey): Write {
  const sql = `SELECT ${resource.select('t')} FROM ${table} t WHERE t.shop_id = $1::uuid AND t.id = $2::uuid`;
  return { resource, change, name: `${resource.type}-${change}`, sql, values: [key.shop_id, key.id] };
}

export interface RowKey {
  shop_id: string;
  id: string;
}

/** Shop and author of the event, and origin (scheme and host) of its links. */
export interface EventSource {
  shop_id: string;
  origin: string;
  actor?: Actor | undefined;
}

/**
 * Builds one statement for the write and its event. The statement returns the columns of the resource object,
 * `extraColumns`, and `changed` for an update. The event gets the database time after the lock of the row,
 * and its sequence number later (docs/adr/outbox-sequence.md).
 */
export function withEvent(write: Write, { shop_id, origin, actor }: EventSource): Statement {
  const { sql, values } = write;
  if (values[0] !== shop_id) throw new Error('the first value of a write must be the shop id');
  const name = write.terms ? write.name + nameOfTerms(write.terms) : write.name;
  let known = texts.get(name);
  if (known?.sql !== sql) texts.set(name, (known = { sql, text: textOf(write) }));
  const base = JSON.stringify(origin).slice(1, -1);
  return {
    name,
    text: known.text,
    values: [...values, base, ...actorValues(actor), ...boundTerms(write.terms)],
  };
}

/** SQL texts by statement name, shared by all requests. */
const texts = new LRUCache<string, { sql: string; text: string }>({ max: 1_000 });

export function checkDeclared({ resource, change }: Pick<Write, 'resource' | 'change'>): void {
  if (!resource.events.includes(change))
    throw new Error(
      `${resource.type}.${change} is not a declared event. ` +
        `Declare it in ${resource.type.replaceAll('_', '-')}.scopes.ts.`,
    );
}

function textOf(write: Write): string {
  const { resource, change } = write;
  checkDeclared(write);
  const next = write.values.length + 1;
  const base = `$${next}::text`;
  const author = Object.entries(actorColumns).map(([column, type], at) => [
    column,
    `$${next + 1 + at}::${type}`,
  ]);
  const changed = change === 'updated' ? 'written.changed' : `'{}'::text[]`;
  const insert = insertSelect(Event, {
    shop_id: '$1::uuid',
    // uuidv7() increases within a transaction, even at the same clock reading.
    id: 'uuidv7()',
    type: `'${resource.type}.${change}'`,
    resource_type: `'${resource.type}'`,
    resource_id: 'written.id::text',
    resource: resource.sql('written', base),
    changed,
    occurred_at: 'clock_timestamp()',
    traceparent: `nullif(current_setting('app.traceparent', true), '')`,
    ...Object.fromEntries(author),
  });
  const event = `event AS (${insert} FROM written)`;
  return statement(write, [event, ...termParts(write, next + 1 + author.length)]).text;
}

function statement({ name, with: before = [], sql, ...write }: Write, after: string[]) {
  const written = `written AS (${sql}${returning(write)})`;
  const parts = [...before.map((each) => `${each.name} AS (${each.sql})`), written, ...after];
  return { name, text: `WITH ${parts.join(', ')} SELECT * FROM written` };
}

/**
 * RETURNING clause. `old` and `new` are the row before and after the write (PostgreSQL 18). Empty for an
 * announcement.
 */
export function returning(write: Omit<Write, 'name' | 'sql' | 'values' | 'with'>): string {
  const { resource, change, extraColumns = [] } = write;
  if (!['created', 'updated', 'deleted'].includes(change)) return '';
  const row = change === 'deleted' ? 'old' : 'new';
  const columns = [resource.select(row), ...extraColumns.map((column) => `${row}.${column}`)];
  if (change === 'updated') columns.push(`${changedNames(write)} AS changed`);
  return ` RETURNING ${columns.join(', ')}`;
}

/** SQL expression for the names of changed attributes and relationships. */
function changedNames({ resource, changed = [] }: Pick<Write, 'resource' | 'changed'>): string {
  const attributes = Object.keys(resource.attributes).map((name) => ({ name, column: name }));
  const each = [...attributes, ...linkageColumns(resource.relationships)].map(({ name, column }) => {
    const [before, after] = ['old', 'new'].map((row) => resource.expression(row, column));
    return `CASE WHEN ${before} IS DISTINCT FROM ${after} THEN '${name}' END`;
  });
  return `array_remove(ARRAY[${[...each, ...changed.map((name) => `'${name}'`)].join(', ')}]::text[], NULL)`;
}
