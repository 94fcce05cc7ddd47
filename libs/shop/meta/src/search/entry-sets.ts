import type { Bound } from './bound';
import type { MetaCondition } from './condition';
import type { Fixed, Order } from './order';
import { recheck } from './recheck';
import { columns, type Parameters } from './sql';
import { keySearches } from './token-range';

/** One page to be found; the ways to its rows are SQL made from it. */
export interface PageSearch {
  shop: string;
  parameters: Parameters;
  fixed: Fixed[];
  /** As it is walked. */
  order: readonly Order[];
  cursor?: readonly string[] | undefined;
  conditions: readonly MetaCondition[];
  bound?: Bound | undefined;
  /** The most rows that a page may need; a literal in the statement, for the planner to see. */
  most: number;
}

/** The entries that the conditions on one key ask for. */
export interface EntrySet {
  /** Tokens (SQL) from one (inclusive) to another (not included); `to` is absent where it is but one token. Apart from each other. None: nothing can match. */
  ranges: { from: string; to?: string }[];
  /** All its entries have one token, so an index gives them in the order of their ids. */
  point: boolean;
  /** Every object with an entry in it satisfies the conditions; otherwise the row decides. */
  exact: boolean;
}

/** A page whose conditions are looked up in the entries. */
export interface EntrySearch extends PageSearch {
  /** One of each key, the most selective by their looks first. */
  sets: EntrySet[];
}

/** Adds the tokens to the parameters: each must then be named by the statement, because Postgres refuses one whose type nothing tells. */
export function entrySearch(page: PageSearch): EntrySearch {
  const token = (bytes: Buffer) => page.parameters.add(bytes, 'bytea');
  const sets = keySearches(page.conditions).map(({ ranges, point, exact }) => ({
    ranges: ranges.map(({ from, to }) => ({ from: token(from), ...(!point && { to: token(to) }) })),
    point,
    exact,
  }));
  return { ...page, sets };
}

/** Where to look for entries; all of it SQL. */
export interface Part {
  /** The one segment. Absent: the whole shop, by the index that has no segments. */
  segment?: string;
  /** Behind this id. */
  behind?: string;
  /** A condition without which nothing is read. */
  gate?: string;
}

/** The ids of a set, column `meta_id`, each once. */
export function idsOfSet(
  search: PageSearch,
  { ranges }: EntrySet,
  { segment, behind = '', gate }: Part = {},
): string {
  const scans = ranges.map((range) => (segment === undefined ? inShop(range) : inSegment(range, segment)));
  const ids = scans.map(
    ({ where, order }) => `SELECT s.meta_id FROM (SELECT e.meta_id FROM shop.meta_entries e
      WHERE e.shop_id = ${search.shop} AND ${where}${behind}${gate === undefined ? '' : ` AND ${gate}`} ORDER BY ${order}) s`,
  );
  return (
    ids.join(' UNION ALL ') ||
    `SELECT e.meta_id FROM shop.meta_entries e WHERE e.shop_id = ${search.shop} AND false`
  );
}

/** The orders are such that each is given by one of the two indexes alone: the planner must not weigh the one against the other. */
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

/** One condition on one key, or several, that the entries alone decide. */
export const isExact = ({ sets, fixed }: EntrySearch) =>
  fixed.length === 0 && sets.length === 1 && sets[0]!.exact;

/** Values of keys, and nothing else: the ids come in their order, and the entries decide. */
export const isPoints = ({ sets, fixed }: EntrySearch) =>
  fixed.length === 0 && sets.every(({ point, exact }) => point && exact);

/** ` AND …` on an id: behind the place where the page begins. The parameter is added by who calls it. */
export function behindId(id: string, cursor: string | undefined, descending: boolean): string {
  return cursor === undefined ? '' : ` AND ${id} ${descending ? '<' : '>'} ${cursor}`;
}

/** On a row `m` (SQL): every condition and the fixed columns. */
export function everyCondition({ fixed, conditions, parameters }: PageSearch): string {
  const given = fixed.map(({ column, value }) => `m.${column} = ${parameters.add(value, 'text')}`);
  return [...given, recheck(conditions, parameters)].join(' AND ');
}

/** The row of each id (`c.meta_id`), in the order given. OFFSET 0 keeps the planner from turning it into a scan of the shop. */
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
 * The row that stands where a search ended (SQL): it has no version, and of its columns those of the order. `from`: SQL that gives them, none where the search
 * did not end early. As no row without a version is an object, it comes behind the object of the same place.
 */
export function endRow(from: string, known: readonly string[]): string {
  const values = columns.map((column) =>
    known.includes(column) ? `h.${column}` : `NULL::${nulls[column]} AS ${column}`,
  );
  return `SELECT ${values.join(', ')} FROM (${from}) h WHERE h.id IS NOT NULL`;
}
