import { insertSelect, type Statement } from '@storewright/database';
import { linkageColumns, type Resource } from '@storewright/json-api';
import { LRUCache } from 'lru-cache';
import { type Actor, actorColumns, actorValues } from './actor';
import { Event } from './event.entity';
import { boundTerms, nameOfTerms, type TermChange, termParts } from './term-writes';

/**
 * An SQL write of one row, or an insert of several rows. The same statement inserts the events, so that the
 * write and its events are atomic (docs/contract.md §6).
 */
export interface Write {
  /** Declaration of the resource. Its column names must equal the column names of the written rows. */
  resource: Resource;
  /**
   * Second part of the event type: `created`, `updated`, `deleted`, or an event that the resource declares.
   */
  change: string;
  name: string;
  with?: readonly CommonTable[];
  /**
   * INSERT, UPDATE or DELETE without RETURNING. A SELECT creates an event for an unchanged row. $1 must be
   * the shop id. The statement writes one event per affected or selected row.
   */
  sql: string;
  values: unknown[];
  extraColumns?: readonly string[];
  terms?: TermChange | undefined;
  /**
   * Returns the statement that locks the row before the write. Required if the write reads search terms,
   * because the snapshot of the write must be newer than the lock.
   */
  lock?: () => Statement;
  /** Names of relationships that the write changes, although no column of the row changes. */
  changed?: readonly string[];
}

/**
 * SQL for the new value of `updated_at`. The result is later than the old value, even if the clock was set
 * back.
 */
export const timeOfChange = `greatest(clock_timestamp(), updated_at + interval '1 microsecond')`;

export interface CommonTable {
  name: string;
  sql: string;
  /**
   * Types of the returned columns, keyed by column name. The expression returns one row. Later expressions
   * read a column as `(SELECT column FROM name)`.
   */
  columns?: Readonly<Record<string, string>>;
  /** Statement for Citus, if it differs from `sql`. */
  standaloneSql?: string;
  /** True if Citus must run the statement after the write, because the statement reads the written row. */
  isAfterWrite?: true;
}

/**
 * Returns a write that changes no row and inserts an event, such as `returns.approved`. The event contains
 * the row as the transaction sees it.
 */
export function announcement(resource: Resource, table: string, change: string, key: RowKey): Write {
  const sql = `SELECT ${resource.select('t')} FROM ${table} t WHERE t.shop_id = $1::uuid AND t.id = $2::uuid`;
  return { resource, change, name: `${resource.type}-${change}`, sql, values: [key.shop_id, key.id] };
}

export interface RowKey {
  shop_id: string;
  id: string;
}

/** Shop and author of an event, and the origin (scheme and host) of the links in the event. */
export interface EventSource {
  shop_id: string;
  origin: string;
  actor?: Actor | undefined;
}

/**
 * Builds one SQL statement for a write and its event. The statement returns the written row. The event's time
 * is the database time after the row was locked. The event gets its sequence number after the commit
 * (docs/adr/outbox-sequence.md).
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

const texts = new LRUCache<string, { sql: string; text: string }>({ max: 1_000 });

export function checkDeclared({ resource, change }: Pick<Write, 'resource' | 'change'>): void {
  if (resource.events.includes(change)) return;
  const file = `${resource.type.replaceAll('_', '-')}.scopes.ts`;
  throw new Error(`${resource.type}.${change} is not a declared event. Declare the event in ${file}.`);
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
    // uuidv7() increases within a session, so the ids show the order of the events in a transaction.
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
 * Returns the RETURNING clause of a write. `old` and `new` are the row before and after the write (PostgreSQL
 * 18).
 */
export function returning(write: Omit<Write, 'name' | 'sql' | 'values' | 'with'>): string {
  const { resource, change, extraColumns = [] } = write;
  if (!['created', 'updated', 'deleted'].includes(change)) return '';
  const row = change === 'deleted' ? 'old' : 'new';
  const columns = [resource.select(row), ...extraColumns.map((column) => `${row}.${column}`)];
  if (change === 'updated') columns.push(`${changedNames(write)} AS changed`);
  return ` RETURNING ${columns.join(', ')}`;
}

function changedNames({ resource, changed = [] }: Pick<Write, 'resource' | 'changed'>): string {
  const attributes = Object.keys(resource.attributes).map((name) => ({ name, column: name }));
  const each = [...attributes, ...linkageColumns(resource.relationships)].map(({ name, column }) => {
    const [before, after] = ['old', 'new'].map((row) => resource.expression(row, column));
    return `CASE WHEN ${before} IS DISTINCT FROM ${after} THEN '${name}' END`;
  });
  return `array_remove(ARRAY[${[...each, ...changed.map((name) => `'${name}'`)].join(', ')}]::text[], NULL)`;
}
