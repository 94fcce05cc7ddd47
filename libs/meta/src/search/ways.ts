import type { MetaCondition } from './condition';
import { bounds, type Fixed, type Order, orderBy } from './order';
import { recheck } from './recheck';
import { candidates, idsOfSegment, rowOfEach, rowsOfSegment, type SegmentSearch } from './segment-page';
import { lastSegment, segmentAt, segmentSeries } from './segments';
import { columns, columnsOf, type Parameters } from './sql';
import { keySearches } from './stretch';

/** One page to be found; the ways to its rows are SQL made from it. */
export interface PageSearch {
  shop: string;
  parameters: Parameters;
  fixed: Fixed[];
  /** As it is walked. */
  order: Order[];
  cursor?: readonly string[];
  conditions: readonly MetaCondition[];
  most: number;
}

/** So many rows from the beginning of the page are looked at before any entry is: enough where a third or more of them match. */
const headRows = 100;
/** In another order than the ids' the alternative is to sort all that match. */
const headRowsSorted = 1_000;

/** The rows as an index on the resource gives them: without conditions, or all on one resource. */
export function rowsByIndex(page: PageSearch, limit: number | 'all' = page.most): string {
  const { where, order } = inIndexOrder(page);
  const check = recheck(page.conditions, page.parameters);
  const end = limit === 'all' ? '' : ` ORDER BY ${order} LIMIT ${limit}`;
  return `SELECT ${columnsOf('m')} FROM shop.meta m WHERE m.shop_id = ${page.shop}${where} AND ${check}${end}`;
}

/** The first rows there are, where enough of them match or there are no more; otherwise the rest of the search. */
export function rowsOfHead(page: PageSearch, wanted: string, rest: string): string {
  const { where, order } = inIndexOrder(page);
  const most = page.order[0]!.column === 'id' ? headRows : headRowsSorted;
  return `WITH head AS MATERIALIZED (
      SELECT ${columnsOf('m')}, (${recheck(page.conditions, page.parameters)}) AS hit
      FROM shop.meta m WHERE m.shop_id = ${page.shop}${where} ORDER BY ${order} LIMIT ${most}
    ), enough AS MATERIALIZED (
      SELECT count(*) FILTER (WHERE hit) >= ${wanted} OR count(*) < ${most} AS yes FROM head
    )
    SELECT * FROM (
      SELECT ${columns.join(', ')} FROM head WHERE hit AND (SELECT yes FROM enough)
      UNION ALL SELECT * FROM (${rest}) rest WHERE NOT (SELECT yes FROM enough)
    ) either ORDER BY ${orderBy('either', page.order)} LIMIT ${page.most}`;
}

/** Segment after segment in the order of the ids until the page is full, merged with the objects that are in none. */
export function rowsBySegment(page: PageSearch, wanted: string): string {
  const descending = page.order[0]!.descending;
  const cursor = page.cursor && page.parameters.add(page.cursor[0], 'uuid');
  const search = { ...segmentSearch(page, 'by id'), descending, ...(cursor && { cursor }) };
  const near = cursor ? segmentAt(page.shop, cursor) : descending ? lastSegment(page.shop) : '1';
  const series = descending
    ? segmentSeries(page.shop, near, '1', -1)
    : segmentSeries(page.shop, near, lastSegment(page.shop), 1);
  const merged = (ofSegment: typeof idsOfSegment, id: string) => `SELECT * FROM (
      (SELECT found.* FROM ${series} CROSS JOIN LATERAL (${ofSegment(search, 's.segment')}) found LIMIT ${wanted})
      UNION ALL (${ofSegment(search, '0')})) merged
    ORDER BY ${id}${descending ? ' DESC' : ''} LIMIT ${page.most}`;
  if (!search.exact) return merged(rowsOfSegment, 'id');
  return rowOfEach(search, merged(idsOfSegment, 'meta_id'), columnsOf('m'));
}

/** In any other order: all that match, sorted. */
export function rowsSorted(page: PageSearch): string {
  const { order, parameters, cursor, most } = page;
  const search = segmentSearch(page, 'all');
  const check = ` AND ${search.recheck}${bounds([], order, cursor, parameters)}`;
  return `${rowOfEach(search, everyId(search), columnsOf('m'), check)} ORDER BY ${orderBy('r', order)} LIMIT ${most}`;
}

/** The id of every match, in no order. */
export function allIds(page: PageSearch): string {
  const search = segmentSearch(page, 'all');
  return search.exact
    ? everyId(search)
    : rowOfEach(search, everyId(search), 'm.id', ` AND ${search.recheck}`);
}

function everyId(search: SegmentSearch): string {
  // With a fixed column, an id of segment 0 may also come from the segment in whose bounds it lies.
  return `SELECT${search.fixed ? ' DISTINCT' : ''} c.meta_id FROM (
    SELECT c.meta_id FROM ${segmentSeries(search.shop, '1', lastSegment(search.shop), 1)}
    CROSS JOIN LATERAL (${candidates(search, 's.segment')}) c
    UNION ALL ${candidates(search, '0')}) c`;
}

/** ` AND …` on `m`, and the order, for the index that begins with the fixed columns. */
function inIndexOrder({ parameters, fixed, order, cursor }: PageSearch): { where: string; order: string } {
  const fixedValue = ({ column }: Order) => fixed.find((each) => each.column === column)?.value;
  const free = order.filter((each) => fixedValue(each) === undefined);
  const whole = [...fixed.map(({ column }) => ({ column, descending: free[0]!.descending })), ...free];
  const indexOrder = orderBy('m', whole);
  // A cursor from a list with another filter is no place in this index, but still one in the order.
  const foreign = cursor?.some((value, index) => (fixedValue(order[index]!) ?? value) !== value);
  if (foreign)
    return {
      where: bounds(fixed, free, undefined, parameters) + bounds([], order, cursor, parameters),
      order: indexOrder,
    };
  const place = cursor?.filter((_, index) => fixedValue(order[index]!) === undefined);
  return { where: bounds(fixed, free, place, parameters), order: indexOrder };
}

/** One value of one key, and nothing else: its entries are in the order of the ids, and they decide. */
export function isPoint({ conditions, fixed }: PageSearch): boolean {
  const searches = keySearches(conditions);
  return fixed.length === 0 && searches.length === 1 && searches[0]!.point && searches[0]!.exact;
}

/** Adds only the parameters that the statement names: Postgres refuses one whose type nothing tells. */
function segmentSearch(page: PageSearch, wanted: 'by id' | 'all'): SegmentSearch {
  const { shop, parameters, fixed, conditions, most } = page;
  const searches = keySearches(conditions);
  const [only] = searches;
  const exact = searches.length === 1 && only!.exact && fixed.length === 0;
  const search = { shop, keys: [], exact, recheck: 'true', descending: false, most };
  const token = (bytes: Buffer) => parameters.add(bytes, 'bytea');
  if (exact && only!.point && wanted === 'by id')
    return { ...search, point: token(only!.stretches[0]!.from) };
  const keys = searches.map(({ stretches }) =>
    stretches.map(({ from, to }) => ({ from: token(from), to: token(to) })),
  );
  if (exact) return { ...search, keys };
  const check = recheck(conditions, parameters);
  const [given] = fixed;
  if (!given) return { ...search, keys, recheck: check };
  const { column } = given;
  const value = parameters.add(given.value, 'text');
  return { ...search, keys, fixed: { column, value }, recheck: `m.${column} = ${value} AND ${check}` };
}
