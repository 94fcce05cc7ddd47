// SQL: a write and its event are one statement, made of what Postgres gives back of the row.
import { insertSelect, type Statement } from '@storewright/database';
import { linkageColumns, type Resource } from '@storewright/json-api';
import { LRUCache } from 'lru-cache';
import { Event } from './event.entity';
import { boundTerms, nameOfTerms, type TermChange, termParts } from './term-writes';

/** One write of one row of a resource, or of several new ones, whose events have their order, as SQL. Its event is written by the same statement: both are there or neither (docs/contract.md §6). */
export interface Write {
  /** The table's columns bear the names of the declaration. */
  resource: Resource;
  /** `created`, `updated`, `deleted`, or an event of its own about a row that is there (`announcement`). */
  change: string;
  /** Of the prepared statement. */
  name: string;
  /** What else the statement does or looks up. */
  with?: readonly CommonTable[];
  /** INSERT, UPDATE or DELETE, without RETURNING; a SELECT of the row for an event of its own. $1 is the shop's id. No row written, no event. */
  sql: string;
  values: unknown[];
  /** Further columns of the row that the statement gives back. */
  extraColumns?: readonly string[];
  /** The entries by which the row is found, where the write changes them. */
  terms?: TermChange | undefined;
  /**
   * Locks the row by a statement in front, where the write does not see the row as it is by one snapshot: it begins behind the lock, so it sees entries that others
   * wrote until then. Steps lock by themselves, each sees what is there when it begins.
   */
  lock?: () => Statement;
  /** Of an update: relationships whose members it changes, which no column of the row shows. */
  changed?: readonly string[];
}

/** When a row is changed, in an UPDATE: later than before, whatever the clock says. */
export const timeOfChange = `greatest(clock_timestamp(), updated_at + interval '1 microsecond')`;

/** A part of the statement of a write that has a name: `name AS (sql)`. */
export interface CommonTable {
  name: string;
  sql: string;
  /** Columns of its one row, with their types, that the write and what stands behind this read as `(SELECT column FROM name)`. */
  columns?: Readonly<Record<string, string>>;
  /** The same as a statement by itself, where rows are distributed, if that is another one. */
  standaloneSql?: string;
  /** By itself it comes behind the write, whose row it needs. */
  isAfterWrite?: true;
}

/** An event of its own that the resource declares, such as `returns.approved`, with the row as the transaction has written it. */
export function announcement(resource: Resource, table: string, change: string, key: RowKey): Write {
  const sql = `SELECT ${resource.select('t')} FROM ${table} t WHERE t.shop_id = $1::uuid AND t.id = $2::uuid`;
  return { resource, change, name: `${resource.type}-${change}`, sql, values: [key.shop_id, key.id] };
}

export interface RowKey {
  shop_id: string;
  id: string;
}

/** Whose event it is, and what the addresses in it begin with: scheme and host. */
export interface EventSource {
  shop_id: string;
  origin: string;
}

/**
 * The write with its event, as one statement that gives back the row: the columns of its resource object, `also`, and of an update `changed`. The event
 * gets the database's time after the row was locked; its number in the shop's order comes later (docs/adr/outbox-sequence.md).
 */
export function withEvent(write: Write, { shop_id, origin }: EventSource): Statement {
  const { sql, values } = write;
  if (values[0] !== shop_id) throw new Error('the first value of a write is its shop');
  const name = write.terms ? write.name + nameOfTerms(write.terms) : write.name;
  let known = texts.get(name);
  if (known?.sql !== sql) texts.set(name, (known = { sql, text: textOf(write) }));
  const base = JSON.stringify(origin).slice(1, -1);
  return { name, text: known.text, values: [...values, base, ...boundTerms(write.terms)] };
}

/** By the name of the statement: what is put together once for all requests. */
const texts = new LRUCache<string, { sql: string; text: string }>({ max: 1_000 });

export function checkDeclared({ resource, change }: Pick<Write, 'resource' | 'change'>): void {
  if (!resource.events.includes(change))
    throw new Error(`${resource.type} does not declare ${change} as an event`);
}

function textOf(write: Write): string {
  const { resource, change } = write;
  checkDeclared(write);
  const base = `$${write.values.length + 1}::text`;
  const changed = change === 'updated' ? 'written.changed' : `'{}'::text[]`;
  const insert = insertSelect(Event, {
    shop_id: '$1::uuid',
    // It rises within a transaction, also where the clock says the same.
    id: 'uuidv7()',
    type: `'${resource.type}.${change}'`,
    resource_type: `'${resource.type}'`,
    resource_id: 'written.id::text',
    resource: resource.sql('written', base),
    changed,
    occurred_at: 'clock_timestamp()',
    traceparent: `nullif(current_setting('app.traceparent', true), '')`,
  });
  const event = `event AS (${insert} FROM written)`;
  return statement(write, [event, ...termParts(write, write.values.length + 2)]).text;
}

/** The write alone: what the benchmark compares with. */
export function withoutEvent(write: Write): Statement {
  const { name, text } = statement(write, []);
  return { name: `${name}-alone`, text, values: write.values };
}

function statement({ name, with: before = [], sql, ...write }: Write, after: string[]) {
  const written = `written AS (${sql}${returning(write)})`;
  const parts = [...before.map((each) => `${each.name} AS (${each.sql})`), written, ...after];
  return { name, text: `WITH ${parts.join(', ')} SELECT * FROM written` };
}

/** `old` and `new` are the row before and after (PostgreSQL 18). Nothing for an event of its own, which writes no row. */
export function returning(write: Omit<Write, 'name' | 'sql' | 'values' | 'with'>): string {
  const { resource, change, extraColumns = [] } = write;
  if (!['created', 'updated', 'deleted'].includes(change)) return '';
  const row = change === 'deleted' ? 'old' : 'new';
  const columns = [resource.select(row), ...extraColumns.map((column) => `${row}.${column}`)];
  if (change === 'updated') columns.push(`${changedNames(write)} AS changed`);
  return ` RETURNING ${columns.join(', ')}`;
}

/** The names of the attributes and relationships that have another value than before. */
function changedNames({ resource, changed = [] }: Pick<Write, 'resource' | 'changed'>): string {
  const attributes = Object.keys(resource.attributes).map((name) => ({ name, column: name }));
  const each = [...attributes, ...linkageColumns(resource.relationships)].map(({ name, column }) => {
    const [before, after] = ['old', 'new'].map((row) => resource.expression(row, column));
    return `CASE WHEN ${before} IS DISTINCT FROM ${after} THEN '${name}' END`;
  });
  return `array_remove(ARRAY[${[...each, ...changed.map((name) => `'${name}'`)].join(', ')}]::text[], NULL)`;
}
