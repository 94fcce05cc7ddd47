import type { Bound } from './bound';
import type { MetaCondition } from './condition';
import type { Fixed, Order } from './order';
import { recheck } from './recheck';
import { columns, type Parameters } from './sql';
import { keySearches } from './token-range';

export interface PageSearch {
  shop: string;
  parameters: Parameters;
  fixed: Fixed[];
  order: readonly Order[];
  cursor?: readonly string[] | undefined;
  conditions: readonly MetaCondition[];
  bound?: Bound | undefined;
  /** Maximum number of rows. The SQL contains the number as a literal, so that the query planner knows it. */
  most: number;
}

export interface EntrySet {
  /**
   * Disjoint ranges of search tokens as SQL, including `from` and excluding `to`. `to` is undefined for a
   * single token. An empty list matches no metadata object.
   */
  ranges: { from: string; to?: string }[];
  /**
   * True if all search index entries in the set have the same token. The index then returns the entries in id
   * order.
   */
  point: boolean;
  /**
   * True if the search index entries alone decide whether a metadata object matches. Otherwise the search
   * must check the row of the object.
   */
  exact: boolean;
}

export interface EntrySearch extends PageSearch {
  /** Sets of search index entries, one set per key. The set that is probably smallest comes first. */
  sets: EntrySet[];
}

/**
 * Adds the search tokens as SQL parameters. The statement must use every token, because Postgres rejects an
 * unused parameter of unknown type.
 */
export function entrySearch(page: PageSearch): EntrySearch {
  const token = (bytes: Buffer) => page.parameters.add(bytes, 'bytea');
  const sets = keySearches(page.conditions).map(({ ranges, point, exact }) => ({
    ranges: ranges.map(({ from, to }) => ({ from: token(from), ...(!point && { to: token(to) }) })),
    point,
    exact,
  }));
  return { ...page, sets };
}

export interface Part {
  /**
   * Number of a search index segment. If undefined, the SQL scans the whole shop, with the index that is not
   * divided into segments.
   */
  segment?: string;
  /** SQL condition (starting with ` AND `) that limits the ids. */
  behind?: string;
  /** SQL condition for running the index scan. Postgres skips the scan if the condition is false. */
  gate?: string;
}

/** Returns SQL for the distinct ids in a set of search index entries, as column `meta_id`. */
export function idsOfSet(
  search: PageSearch,
  { ranges }: EntrySet,
  { segment, behind = '', gate }: Part = {},
): string {
  const scans = ranges.map((range) => (segment === undefined ? inShop(range) : inSegment(range, segment)));
  const ids = scans.map(
    ({ where, order }) => `SELECT s.meta_id FROM (SELECT e.meta_id FROM shop.meta_entries e
      WHERE e.shop_id = ${search.shop} AND ${where}${behind}${gate === undefined ? '' : ` AND ${gate}`}
        ORDER BY ${order}) s`,
  );
  return (
    ids.join(' UNION ALL ') ||
    `SELECT e.meta_id FROM shop.meta_entries e WHERE e.shop_id = ${search.shop} AND false`
  );
}

/**
 * Returns a condition and a sort order that only one of the two indexes supports, so that the query planner
 * cannot choose the wrong index.
 */
function inShop({ from, to }: { from: string; to?: string }) {
  return to === undefined
    ? { where: `e.tok = ${from}`, order: 'e.meta_id' }
    : { where: `e.tok >= ${from} AND e.tok < ${to}`, order: 'e.tok DESC, e.meta_id' };
}

function inSegment({ from, to }: { from: string; to?: string }, segment: string) {
  const end = to === undefined ? `<= ${from}` : `< ${to}`;
  return {
    where: `e.segment = ${segment} AND e.tok >= ${from} AND e.tok ${end}`,
    order: 'e.tok, e.meta_id',
  };
}

/** True if search index entries alone can answer the search, which has conditions on only one key. */
export const isExact = ({ sets, fixed }: EntrySearch) =>
  fixed.length === 0 && sets.length === 1 && sets[0]!.exact;

/**
 * True if the search compares every key with a single value, and search index entries alone can answer the
 * search. The index then returns ids in order.
 */
export const isPoints = ({ sets, fixed }: EntrySearch) =>
  fixed.length === 0 && sets.every(({ point, exact }) => point && exact);

/**
 * Returns an SQL condition (starting with ` AND `) that an id comes after the page cursor. The caller must
 * add the parameter.
 */
export function behindId(id: string, cursor: string | undefined, descending: boolean): string {
  return cursor === undefined ? '' : ` AND ${id} ${descending ? '<' : '>'} ${cursor}`;
}

/**
 * Returns an SQL condition on a row `m` that combines all conditions of the metadata search, including
 * required column values.
 */
export function everyCondition({ fixed, conditions, parameters }: PageSearch): string {
  const given = fixed.map(({ column, value }) => `m.${column} = ${parameters.add(value, 'text')}`);
  return [...given, recheck(conditions, parameters)].join(' AND ');
}

/**
 * Returns SQL that joins each id (`c.meta_id`) with the row of the metadata object in the order of the ids.
 * OFFSET 0 prevents the query planner from scanning the whole shop.
 */
export function rowOfEach({ shop }: PageSearch, ids: string, selected: string, check = 'true'): string {
  return `SELECT r.* FROM (${ids}) c CROSS JOIN LATERAL (
    SELECT ${selected} FROM shop.meta m WHERE m.shop_id = ${shop} AND m.id = c.meta_id AND ${check} OFFSET 0) r`;
}

const nulls: Record<string, string> = {
  data: 'jsonb',
  version: 'integer',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
  resource_type: 'text',
  resource_id: 'text',
};

/**
 * Returns SQL for a marker row at the position where a metadata search ended early. The marker row contains
 * only the columns of the sort order, without a version, and sorts after a metadata object at the same
 * position. `from` is SQL that returns these columns, or no row if the search did not end early.
 */
export function endRow(from: string, known: readonly string[]): string {
  const values = columns.map((column) =>
    known.includes(column) ? `h.${column}` : `NULL::${nulls[column]} AS ${column}`,
  );
  return `SELECT ${values.join(', ')} FROM (${from}) h WHERE h.id IS NOT NULL`;
}
