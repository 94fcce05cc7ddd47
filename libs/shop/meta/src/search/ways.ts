import {
  type EntrySearch,
  everyCondition,
  idsOfSet,
  isExact,
  isPoints,
  type PageSearch,
  rowOfEach,
} from './entry-sets';
import { bounds, type Order, orderBy } from './order';
import { idsOfPoints } from './points';
import { recheck } from './recheck';
import { candidates, idsOfSegment, rowsOfSegment, type SegmentSearch } from './segment-page';
import { lastSegment, segmentAt, segmentSeries } from './segments';
import { columns, columnsOf } from './sql';

/** So many rows from the beginning of the page are looked at before any segment is: enough where a third or more of them match. */
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

/** The rows that have the values asked for, where these are all that is asked. */
export function rowsOfPoints(search: EntrySearch): string {
  return rowOfEach(search, idsOfPoints(search, search.most), columnsOf('m'));
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
export function rowsBySegment(page: EntrySearch, wanted: string): string {
  const { descending } = page.order[0]!;
  const place = page.cursor && page.parameters.add(page.cursor[0], 'uuid');
  const exact = isExact(page);
  const search: SegmentSearch = {
    ...page,
    descending,
    ...(place && { place }),
    ...(!exact && { check: everyCondition(page) }),
  };
  const near = place ? segmentAt(page.shop, place) : descending ? lastSegment(page.shop) : '1';
  const series = descending
    ? segmentSeries(page.shop, near, '1', -1)
    : segmentSeries(page.shop, near, lastSegment(page.shop), 1);
  const merged = (ofSegment: typeof idsOfSegment, id: string) => `SELECT * FROM (
      (SELECT found.* FROM ${series} CROSS JOIN LATERAL (${ofSegment(search, 's.segment')}) found LIMIT ${wanted})
      UNION ALL (${ofSegment(search, '0')})) merged
    ORDER BY ${id}${descending ? ' DESC' : ''} LIMIT ${page.most}`;
  if (!exact) return merged(rowsOfSegment, 'id');
  return rowOfEach(search, merged(idsOfSegment, 'meta_id'), columnsOf('m'));
}

/** In any other order: all that match, sorted. */
export function rowsSorted(page: EntrySearch): string {
  const { order, parameters, cursor, most } = page;
  const check = everyCondition(page) + bounds([], order, cursor, parameters);
  return `${rowOfEach(page, everyId(page), columnsOf('m'), check)} ORDER BY ${orderBy('r', order)} LIMIT ${most}`;
}

/** The id of every match, in no order. */
export function allIds(page: EntrySearch): string {
  if (isPoints(page)) return idsOfPoints(page);
  return isExact(page) ? everyId(page) : rowOfEach(page, everyId(page), 'm.id', everyCondition(page));
}

/** The id of every object that may match, each once. */
function everyId(page: EntrySearch): string {
  const [only] = page.sets;
  if (page.sets.length === 1 && page.fixed.length === 0) return idsOfSet(page, only!);
  const search: SegmentSearch = { ...page, descending: false };
  // With a fixed column, an id of segment 0 may also come from the segment in whose bounds it lies.
  return `SELECT${page.fixed.length > 0 ? ' DISTINCT' : ''} c.meta_id FROM (
    SELECT c.meta_id FROM ${segmentSeries(page.shop, '1', lastSegment(page.shop), 1)}
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
