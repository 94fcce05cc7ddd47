import {
  type Cursor,
  type ListQuery,
  type Page,
  pageOf,
  type DocumentRow,
  rowsToRead,
  rowsToSkip,
} from '@storewright/json-api';
import type { SelectQueryBuilder } from 'typeorm';
import { bind } from './compiled-statements';
import type { EntityStatements } from './entity-statements';
import type { Statement } from '@storewright/postgres-driver';

/** A list as SQL, without its order and its place. */
export interface Listing {
  /** What each row has, under the names of the document. */
  columns: string;
  /** `FROM … WHERE …`, with parameters from $1. */
  from: string;
  values: readonly unknown[];
  /** The expression of each column to sort by, `id` among them; never null, and a cursor's text compares with it (uuid or text). */
  keys: Readonly<Record<string, string>>;
  /** A further condition, with parameters among the values. Where it says how far to look, `id` is the order's last column. */
  lookedUp?: LookedUp;
}

/** Reads one page of a list by its cursor: stable while others write, and never a count unless asked for (docs/contract.md §2). */
export async function readPage(
  read: (statement: Statement) => Promise<DocumentRow[]>,
  listing: Listing,
  query: ListQuery,
): Promise<Page> {
  const { from, values, lookedUp } = listing;
  const [rows, total] = await Promise.all([
    read(pageStatement(listing, query)),
    query.total
      ? read({
          text: `SELECT count(*)::integer AS total ${from}${andLookedUp(lookedUp)}`,
          values: [...values],
        })
      : undefined,
  ]);
  const count = total && Number(total[0]!['total']);
  return walks(lookedUp, query) ? pageOfWalk(query, rows, lookedUp.walk, count) : pageOf(query, rows, count);
}

/** A page by its number passes over rows that belong to the list: it has to look at all. */
const walks = (lookedUp: LookedUp | undefined, { number }: ListQuery): lookedUp is Required<LookedUp> =>
  lookedUp?.walk !== undefined && number === undefined;

/** The last row that was looked at tells its place, whether it belongs to the list or not. */
function pageOfWalk(query: ListQuery, rows: DocumentRow[], walk: number, count?: number): Page {
  const last = rows.find(({ walked }) => Number(walked) === walk);
  const end = last && query.order.map(({ column }) => String(last[column]));
  return pageOf(query, rows.filter(isHit), count, end);
}

/** The statement of a page: one row more than it shows, and backwards where `page[before]` asks for it. */
export function pageStatement(listing: Listing, query: ListQuery): Statement {
  const { columns, from, values, keys, lookedUp } = listing;
  const all = [...values];
  const order = orderOf(query, keys);
  const place = beyond(order, query.before ?? query.after ?? [], all);
  const by = orderBy(order);
  if (walks(lookedUp, query)) {
    all.push(rowsToRead(query));
    const list = `SELECT ${columns}, (${lookedUp.sql}) AS hit ${from}${place} ORDER BY ${by}`;
    return { text: walked(list, lookedUp, `$${all.length}`), values: all };
  }
  all.push(rowsToRead(query), rowsToSkip(query));
  return {
    text: `SELECT ${columns} ${from}${andLookedUp(lookedUp)}${place} ORDER BY ${by} LIMIT $${all.length - 1} OFFSET $${all.length}`,
    values: all,
  };
}

interface KeyOrder {
  /** An expression. */
  key: string;
  descending: boolean;
}

/** What the statement of a page sorts by: the other way round where `page[before]` asks for it. */
function orderOf({ order, before }: ListQuery, keys: Listing['keys']): KeyOrder[] {
  const backwards = before !== undefined;
  return order.map(({ column, descending }) => ({
    key: keys[column]!,
    descending: descending !== backwards,
  }));
}

const orderBy = (order: readonly KeyOrder[]) =>
  order.map(({ key, descending }) => (descending ? `${key} DESC` : key)).join();

/**
 * Everything behind the cursor in this order: greater in the first column, or equal there and greater in the next, and so on. Where all columns go one way
 * Postgres compares them as one row, which an index answers; otherwise the first column alone tells the index where to begin.
 */
function beyond(order: KeyOrder[], cursor: Cursor, values: unknown[]): string {
  const first = values.length + 1;
  values.push(...cursor);
  return behind(
    order,
    cursor.map((_, at) => `$${first + at}`),
  );
}

function behind(order: KeyOrder[], places: readonly string[]): string {
  if (places.length === 0) return '';
  const [{ key, descending }] = order as [KeyOrder];
  const sign = descending ? '<' : '>';
  if (order.every((each) => each.descending === descending))
    return ` AND (${order.map((each) => each.key).join()}) ${sign} (${places.join()})`;
  const ways = order.map(({ key, descending }, at) => {
    const equal = order.slice(0, at).map((before, place) => `${before.key} = ${places[place]}`);
    return [...equal, `${key} ${descending ? '<' : '>'} ${places[at]}`].join(' AND ');
  });
  return ` AND ${key} ${sign}= ${places[0]} AND (${ways.join(' OR ')})`;
}

/** A list of an entity's rows, `t` in its expressions, without its order and its place. */
export interface EntityListing<E extends object> {
  /** What its text depends on, beside order and place. */
  shape: string;
  /** What each row has: expressions and their names. */
  columns: readonly (readonly [expression: string, name: string])[];
  /** Joins and conditions; of groups, HAVING last. */
  build(query: SelectQueryBuilder<E>): SelectQueryBuilder<E>;
  values: Readonly<Record<string, unknown>>;
  /** The expression of each column to sort by, as in `Listing`. */
  keys: Readonly<Record<string, string>>;
  /** Names of the columns that it compares by order: sorted by another one, how much it reads depends on the values. */
  ranges?: readonly string[];
  details?: ListingDetails;
  lookedUp?: LookedUp;
  /** Each of its rows is a group of the entity's. */
  grouped?: true;
}

/** A condition that other rows decide, such as entries of a search: SQL, because QueryBuilder knows no subquery for each row that is never hashed. */
export interface LookedUp {
  sql: string;
  /** So many rows are looked at for a page at most. Absent: the others that it is asked with leave few. */
  walk?: number;
}

/** What is looked up for the rows of a page, `p` in its expressions, and for no other. SQL, because QueryBuilder has no LATERAL; it goes through it in no part. */
export interface ListingDetails {
  /** What each row has then. */
  columns: string;
  /** Where it comes from. */
  joins: string;
}

/** The same as `readPage` of a list of an entity: its statement is compiled once for its shape, order and kind of place. */
export async function readEntityPage<E extends object>(
  read: (statement: Statement) => Promise<DocumentRow[]>,
  statements: EntityStatements<E>,
  listing: EntityListing<E>,
  query: ListQuery,
): Promise<Page> {
  const { values, lookedUp } = listing;
  const total = () => totalStatement(statements, listing);
  const [rows, counted] = await Promise.all([
    read(entityPageStatement(statements, listing, query)),
    query.total ? read(bind(total(), values)) : undefined,
  ]);
  const count = counted && Number(counted[0]!['total']);
  if (lookedUp?.walk === undefined) return pageOf(query, rows, count);
  return pageOfWalk(query, rows, lookedUp.walk, count);
}

const isHit = ({ hit }: DocumentRow) => hit === true;

function totalStatement<E extends object>(
  statements: EntityStatements<E>,
  { shape, build, lookedUp, grouped }: EntityListing<E>,
) {
  return statements.select(`total ${shape}`, (select) => {
    if (grouped) {
      const groups = build(select.addSelect('1')).getQuery();
      return { getQuery: () => `SELECT count(*)::integer AS total FROM (${groups}) g` };
    }
    const counting = build(select.addSelect('count(*)::integer', 'total'));
    return { getQuery: () => `${counting.getQuery()}${andLookedUp(lookedUp)}` };
  });
}

const andLookedUp = (lookedUp?: LookedUp) => (lookedUp ? ` AND (${lookedUp.sql})` : '');

export function entityPageStatement<E extends object>(
  statements: EntityStatements<E>,
  listing: EntityListing<E>,
  query: ListQuery,
): Statement {
  const { shape, columns, build, values, keys, ranges = [], details, lookedUp } = listing;
  const order = orderOf(query, keys);
  const cursor = query.before ?? query.after ?? [];
  const places = cursor.map((_, at) => `:cursor${at}`);
  const by = orderBy(order);
  const compiled = statements.select(`page ${shape} by ${by} ${places.join()}`, (select) => {
    for (const [expression, name] of columns) select.addSelect(expression, name);
    if (lookedUp?.walk !== undefined) select.addSelect(lookedUp.sql, 'hit');
    const list = `${build(select).getQuery()}${behind(order, places)}`;
    if (lookedUp?.walk !== undefined) return { getQuery: () => walked(`${list} ORDER BY ${by}`, lookedUp) };
    const page = `${list}${andLookedUp(lookedUp)} ORDER BY ${by} LIMIT :page_limit OFFSET :page_offset`;
    return { getQuery: () => (details ? detailed(page, details, query) : page) };
  });
  const statement = bind(compiled, {
    ...values,
    ...Object.fromEntries(cursor.map((value, at) => [`cursor${at}`, value])),
    page_limit: rowsToRead(query),
    page_offset: rowsToSkip(query),
  });
  const byAnother = ranges.some((name) => name !== query.order[0]!.column);
  return { ...statement, ...(byAnother && { plan: 'values' }) };
}

/** Row after row until the page is full: each is looked up as it comes, which a sort would undo. The last row that may be looked at tells its place, found or not. */
function walked(list: string, { walk }: LookedUp, limit = ':page_limit'): string {
  return `SELECT * FROM (SELECT q.*, row_number() OVER () AS walked FROM (${list} LIMIT ${walk}) q) w
    WHERE w.hit OR w.walked = ${walk} LIMIT ${limit}`;
}

function detailed(page: string, { columns, joins }: ListingDetails, query: ListQuery): string {
  const backwards = query.before !== undefined;
  const by = query.order.map(
    ({ column, descending }) => `p.${column}${descending !== backwards ? ' DESC' : ''}`,
  );
  return `SELECT ${columns} FROM (${page}) p ${joins} ORDER BY ${by.join()}`;
}
