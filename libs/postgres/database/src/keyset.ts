import { type Page, pageOf, type PageQuery, type Position, rowsToRead, rowsToSkip } from '@storewright/pages';
import type { SelectQueryBuilder } from 'typeorm';
import { bind } from './compiled-statements';
import type { EntityStatements } from './entity-statements';
import type { ResultRow, Statement } from '@storewright/postgres-driver';

export interface Listing {
  /** Selected SQL expressions, aliased with the names in the response document. */
  columns: string;
  /** FROM and WHERE clauses of the list, with placeholders that start at `$1`. */
  from: string;
  values: readonly unknown[];
  /**
   * SQL expression of each sortable column, including `id`. The expression must not be null and must be
   * comparable with the text of a page cursor, as uuid and text are.
   */
  keys: Readonly<Record<string, string>>;
  /**
   * Expensive condition of the list, whose parameters are part of `values`. With a limit `walk`, the sort
   * order must end with `id`.
   */
  lookedUp?: LookedUp;
}

/**
 * Reads one page of a list by cursor. Pages stay consistent while other clients write. Counts the rows of the
 * list only on request (docs/contract.md §2).
 */
export async function readPage(
  read: (statement: Statement) => Promise<ResultRow[]>,
  listing: Listing,
  query: PageQuery,
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

/**
 * True if the search for the rows of a page stops after a limited number of rows. A page that is requested by
 * number skips matching rows, so the search must examine all rows.
 */
const walks = (lookedUp: LookedUp | undefined, { number }: PageQuery): lookedUp is Required<LookedUp> =>
  lookedUp?.walk !== undefined && number === undefined;

/**
 * Converts the rows that a limited search examined to a page. The next page starts after the last examined
 * row, even if this row does not match.
 */
function pageOfWalk(query: PageQuery, rows: ResultRow[], walk: number, count?: number): Page {
  const last = rows.find(({ walked }) => Number(walked) === walk);
  const end = last && query.order.map(({ column }) => String(last[column]));
  return pageOf(query, rows.filter(isHit), count, end);
}

/**
 * Returns the SELECT for a page. The SELECT reads one row more than the page size, and reverses the sort
 * order for `page[before]`.
 */
export function pageStatement(listing: Listing, query: PageQuery): Statement {
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
  const list = `SELECT ${columns} ${from}${andLookedUp(lookedUp)}${place} ORDER BY ${by}`;
  return { text: `${list} LIMIT $${all.length - 1} OFFSET $${all.length}`, values: all };
}

interface KeyOrder {
  key: string;
  descending: boolean;
}

function orderOf({ order, before }: PageQuery, keys: Listing['keys']): KeyOrder[] {
  const backwards = before !== undefined;
  return order.map(({ column, descending }) => ({
    key: keys[column]!,
    descending: descending !== backwards,
  }));
}

const orderBy = (order: readonly KeyOrder[]) =>
  order.map(({ key, descending }) => (descending ? `${key} DESC` : key)).join();

/**
 * Returns the SQL condition for the rows after the page cursor: greater in the first sort column, or equal
 * there and greater in the second column, and so on. If all columns have the same direction, the condition is
 * a row comparison, for which Postgres can use an index. Otherwise, Postgres can use an index only for the
 * first column.
 */
function beyond(order: KeyOrder[], cursor: Position, values: unknown[]): string {
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

/**
 * A list of the rows of an entity, without sort order and page cursor. SQL expressions refer to the row as
 * `t`.
 */
export interface EntityListing<E extends object> {
  /** Name of the list. Lists with equal names must have equal SQL, except sort order and page cursor. */
  shape: string;
  columns: readonly (readonly [expression: string, name: string])[];
  /** Adds joins and conditions to the query of the list. A query with groups must add HAVING last. */
  build(query: SelectQueryBuilder<E>): SelectQueryBuilder<E>;
  values: Readonly<Record<string, unknown>>;
  keys: Readonly<Record<string, string>>;
  /**
   * Columns that the list filter restricts to a range, or to a value whose selectivity is unknown. If the
   * list is sorted by a different column, Postgres must plan each execution, because the best plan depends on
   * the values.
   */
  ranges?: readonly string[];
  details?: ListingDetails;
  lookedUp?: LookedUp;
  grouped?: true;
}

/**
 * A condition on the rows of other tables, such as search index entries. The condition is SQL text, because
 * QueryBuilder cannot prevent Postgres from hashing a subquery.
 */
export interface LookedUp {
  sql: string;
  /**
   * Maximum number of rows to examine for a page. undefined if the other conditions of the list select few
   * rows.
   */
  walk?: number;
}

/**
 * Joins for only the rows of a page. SQL expressions refer to a page row as `p`. The joins are SQL text,
 * because QueryBuilder does not support LATERAL.
 */
export interface ListingDetails {
  columns: string;
  joins: string;
}

/**
 * Reads a page of an entity's list. Compiles the SQL once per list, sort order and number of cursor columns.
 */
export async function readEntityPage<E extends object>(
  read: (statement: Statement) => Promise<ResultRow[]>,
  statements: EntityStatements<E>,
  listing: EntityListing<E>,
  query: PageQuery,
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

const isHit = ({ hit }: ResultRow) => hit === true;

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
  query: PageQuery,
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

/**
 * Returns SQL that examines rows in list order until the page is full or `walk` rows were examined. The SQL
 * also returns the last examined row, after which the next page starts.
 */
function walked(list: string, { walk }: LookedUp, limit = ':page_limit'): string {
  return `SELECT * FROM (SELECT q.*, row_number() OVER () AS walked FROM (${list} LIMIT ${walk}) q) w
    WHERE w.hit OR w.walked = ${walk} LIMIT ${limit}`;
}

function detailed(page: string, { columns, joins }: ListingDetails, query: PageQuery): string {
  const backwards = query.before !== undefined;
  const by = query.order.map(
    ({ column, descending }) => `p.${column}${descending !== backwards ? ' DESC' : ''}`,
  );
  return `SELECT ${columns} FROM (${page}) p ${joins} ORDER BY ${by.join()}`;
}
