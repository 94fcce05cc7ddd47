import {
  endRow,
  type EntrySearch,
  everyCondition,
  idsOfSet,
  isExact,
  isPoints,
  type PageSearch,
  rowOfEach,
} from './entry-sets';
import { bounds, type Order, orderBy, orderToEnd } from './order';
import { endOfPoints, idsOfPoints } from './points';
import { recheck } from './recheck';
import { candidates, idsOfSegment, rowsOfSegment, type SegmentSearch } from './segment-page';
import { lastSegment, lowestId, segmentAt, segmentSeries, segmentsWithBounds, highestId } from './segments';
import { columns, columnsOfMeta } from './sql';

/**
 * Number of rows that the metadata search checks one by one at the start of a page. If at least a third of
 * these rows match, the search reads no segments.
 */
const headRows = 100;
/**
 * Number of rows that the metadata search checks one by one if the page is not sorted by id. Otherwise the
 * search must sort all matches.
 */
const headRowsSorted = 1_000;

/** Returns SQL that reads metadata objects by an index on their resource type or on the attached object. */
export function rowsByIndex(page: PageSearch, limit: number | 'all' = page.most): string {
  const { where, order } = inIndexOrder(page);
  const check = recheck(page.conditions, page.parameters);
  const end = limit === 'all' ? '' : ` ORDER BY ${order} LIMIT ${limit}`;
  return `SELECT ${columnsOfMeta} FROM shop.meta m WHERE m.shop_id = ${page.shop}${where} AND ${check}${end}`;
}

/**
 * Returns SQL that reads the metadata objects with the given values. The search must have no other
 * conditions.
 */
export function rowsOfPoints(search: EntrySearch): string {
  const rows = rowOfEach(search, idsOfPoints(search, search.most), columnsOfMeta);
  if (!search.bound || search.sets.length === 1) return rows;
  return `SELECT * FROM (${rows}) found UNION ALL ${endOfPoints(search, search.bound.entries)}`;
}

/**
 * Returns SQL that checks the first rows of the sort order one by one. The SQL runs `rest` only if too few of
 * these rows match.
 */
export function rowsOfHead(page: PageSearch, wanted: string, rest: string): string {
  const { where, order } = inIndexOrder(page);
  const most = page.order[0]!.column === 'id' ? headRows : headRowsSorted;
  return `WITH head AS MATERIALIZED (
      SELECT ${columnsOfMeta}, (${recheck(page.conditions, page.parameters)}) AS hit
      FROM shop.meta m WHERE m.shop_id = ${page.shop}${where} ORDER BY ${order} LIMIT ${most}
    ), enough AS MATERIALIZED (
      SELECT count(*) FILTER (WHERE hit) >= ${wanted} OR count(*) < ${most} AS yes FROM head
    )
    SELECT * FROM (
      SELECT ${columns.join(', ')} FROM head WHERE hit AND (SELECT yes FROM enough)
      UNION ALL SELECT * FROM (${rest}) rest WHERE NOT (SELECT yes FROM enough)
    ) either ORDER BY ${orderToEnd('either', page)} LIMIT ${page.most}`;
}

/**
 * Returns SQL that searches metadata segment by segment in id order until the page is full. Segment 0
 * contains ids outside of this order, so the SQL merges its matches.
 */
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
  const visited = `SELECT s.* FROM ${seriesOf(search)} WHERE ${sharedBy(search, 's.segment')}`;
  const merged = (segments: string, others: string, by: string) => `SELECT * FROM (
      (${segments} LIMIT ${wanted}) UNION ALL (${others})) merged ORDER BY ${by} LIMIT ${page.most}`;
  const found = (ofSegment: typeof idsOfSegment, segments: string) =>
    `SELECT found.* FROM ${segments} s CROSS JOIN LATERAL (${ofSegment(search, 's.segment')}) found`;
  if (exact) {
    const segments = found(idsOfSegment, `(${visited})`);
    const ids = merged(segments, idsOfSegment(search, '0'), `meta_id${descending ? ' DESC' : ''}`);
    const rows = rowOfEach(search, ids, columnsOfMeta);
    return page.bound ? `SELECT * FROM (${rows}) found UNION ALL ${endOfWindow(search)}` : rows;
  }
  const others = rowsOfSegment(search, '0');
  const by = orderToEnd('merged', page);
  if (!page.bound) return merged(found(rowsOfSegment, `(${visited})`), others, by);
  const most = page.bound.segments;
  const segments = `WITH visited AS MATERIALIZED (${visited} LIMIT ${most})
    ${found(rowsOfSegment, 'visited')} UNION ALL ${endOfSegments(search, most)} UNION ALL ${endOfWindow(search)}`;
  return merged(segments, others, by);
}

/**
 * Returns SQL for the segments that a metadata search may read, as `n(near, far, last)`. The range starts at
 * the page cursor. It ends at the last segment of the shop (`last`) or at the limit of the search.
 */
function windowOf({ shop, place, descending, bound }: SegmentSearch): string {
  const [near, last] = descending
    ? [place ? segmentAt(shop, place) : lastSegment(shop), '1']
    : [place ? segmentAt(shop, place) : '1', lastSegment(shop)];
  const whole = `(SELECT ${near} AS near, ${last} AS far, NULL::integer AS last OFFSET 0) n`;
  if (!bound) return whole;
  const far = descending
    ? `greatest(w.last, w.near - ${bound.passed})`
    : `least(w.last, w.near + ${bound.passed})`;
  return `(SELECT w.near, ${far} AS far, w.last FROM (SELECT ${near} AS near, ${last} AS last OFFSET 0) w OFFSET 0) n`;
}

/**
 * Returns SQL for the segments that a metadata search reads for a page. Skips the first segments up to the
 * one in which the last of the keys occurs for the first time.
 */
function seriesOf(search: SegmentSearch): string {
  const { shop, sets, descending } = search;
  const window = windowOf(search);
  const [nearest, furthest] = descending ? ['greatest', 'least'] : ['least', 'greatest'];
  // Skips all segments without the key by one index scan, for example old segments if only new objects have
  // the key.
  const [lowest, highest] = descending ? ['far', 'near'] : ['near', 'far'];
  const where = `e.shop_id = ${shop} AND e.segment >= n.${lowest} AND e.segment <= n.${highest}`;
  const order = ['segment', 'tok', 'meta_id']
    .map((column) => `e.${column}${descending ? ' DESC' : ''}`)
    .join(', ');
  const firsts = sets.map(({ ranges }) => {
    const first = ranges.map(
      ({ from, to }) =>
        `(SELECT e.segment FROM shop.meta_entries e WHERE ${where} AND e.tok >= ${from}
          AND e.tok ${to === undefined ? `<= ${from}` : `< ${to}`} ORDER BY ${order} LIMIT 1)`,
    );
    return `coalesce(${nearest}(${['NULL::integer', ...first].join(', ')}), n.far)`;
  });
  const first = `(SELECT ${furthest}(${firsts.join(', ')}) FROM ${window})`;
  return segmentSeries(shop, first, `(SELECT n.far FROM ${window})`, descending ? -1 : 1);
}

/**
 * Returns an SQL condition that a segment contains every key of the metadata search. The condition excludes
 * most segments.
 */
function sharedBy(search: EntrySearch, segment: string): string {
  return search.sets
    .map((set) => `(SELECT true FROM (${idsOfSet(search, set, { segment })}) e LIMIT 1)`)
    .join(' AND ');
}

/**
 * Returns SQL for the last id in the last segment that the metadata search has read. The SQL returns no row if
 * no further segment follows.
 */
function endOfSegments({ shop, descending }: SegmentSearch, most: number): string {
  const end = descending
    ? { id: 's.from_id', where: `s.from_id > ${lowestId}` }
    : {
        id: `(SELECT m.id FROM shop.meta m WHERE m.shop_id = ${shop} AND m.id < s.to_id ORDER BY m.id DESC LIMIT 1)`,
        where: `s.to_id < ${highestId}`,
      };
  const last = `SELECT v.* FROM visited v LIMIT 1 OFFSET ${most - 1}`;
  return endRow(`SELECT ${end.id} AS id FROM (${last}) s WHERE ${end.where}`, ['id']);
}

/**
 * Returns SQL for the id at which the metadata search must stop: the last id of the last allowed segment, or
 * the start of that segment if no further ids belong to it. The SQL returns no row if the search has read all
 * segments.
 */
function endOfWindow(search: SegmentSearch): string {
  const { shop, descending } = search;
  const last = `(SELECT m.id FROM shop.meta m WHERE m.shop_id = ${shop} AND m.id < s.to_id ORDER BY m.id DESC LIMIT 1)`;
  const end = segmentsWithBounds(
    shop,
    `SELECT n.far AS segment FROM ${windowOf(search)} WHERE n.far <> n.last`,
  );
  return endRow(`SELECT ${descending ? 's.from_id' : `greatest(${last}, s.from_id)`} AS id FROM ${end}`, [
    'id',
  ]);
}

/**
 * Returns SQL for pages of metadata that are not sorted by id. The SQL sorts all matches, or only the first
 * rows if the search has a limit.
 */
export function rowsSorted(page: EntrySearch): string {
  if (!page.bound) return rowsCollected(page);
  const { sorted, rows } = page.bound;
  const { where, order } = inIndexOrder(page);
  const few = page.sets.map(
    (set) =>
      `(SELECT count(*) FROM (SELECT 1 FROM (${idsOfSet(page, set)}) e LIMIT ${sorted + 1}) p) <= ${sorted}`,
  );
  const end = `SELECT w.id, w.resource_type, w.resource_id FROM walked w LIMIT 1 OFFSET ${rows - 1}`;
  return `WITH few AS MATERIALIZED (SELECT ${few.join(' OR ')} AS yes), walked AS MATERIALIZED (
      SELECT ${columnsOfMeta}, (${recheck(page.conditions, page.parameters)}) AS hit
      FROM shop.meta m WHERE m.shop_id = ${page.shop}${where} AND NOT (SELECT yes FROM few)
        ORDER BY ${order} LIMIT ${rows}
    )
    SELECT * FROM (${rowsCollected(page)}) collected WHERE (SELECT yes FROM few)
    UNION ALL SELECT ${columns.join(', ')} FROM walked WHERE hit
    UNION ALL ${endRow(end, ['id', 'resource_type', 'resource_id'])}`;
}

function rowsCollected(page: EntrySearch): string {
  const { order, parameters, cursor, most } = page;
  const check = everyCondition(page) + bounds([], order, cursor, parameters);
  return `${rowOfEach(page, everyId(page), columnsOfMeta, check)} ORDER BY ${orderBy('r', order)} LIMIT ${most}`;
}

export function allIds(page: EntrySearch): string {
  if (isPoints(page)) return idsOfPoints(page);
  return isExact(page) ? everyId(page) : rowOfEach(page, everyId(page), 'm.id', everyCondition(page));
}

function everyId(page: EntrySearch): string {
  const [only] = page.sets;
  if (page.sets.length === 1 && page.fixed.length === 0) return idsOfSet(page, only!);
  const search: SegmentSearch = { ...page, descending: false };
  // Uses DISTINCT if the query requires a column value, because then a segment can return an id that segment
  // 0 also returns.
  return `SELECT${page.fixed.length > 0 ? ' DISTINCT' : ''} c.meta_id FROM (
    SELECT c.meta_id FROM ${segmentSeries(page.shop, '1', lastSegment(page.shop), 1)}
    CROSS JOIN LATERAL (${candidates(search, 's.segment')}) c
    UNION ALL ${candidates(search, '0')}) c`;
}

/**
 * Returns SQL conditions on `m` (starting with ` AND `) and a sort order that match an index. The index
 * starts with the columns for which the query requires a value.
 */
function inIndexOrder({ parameters, fixed, order, cursor }: PageSearch): { where: string; order: string } {
  const fixedValue = ({ column }: Order) => fixed.find((each) => each.column === column)?.value;
  const free = order.filter((each) => fixedValue(each) === undefined);
  const whole = [...fixed.map(({ column }) => ({ column, descending: free[0]!.descending })), ...free];
  const indexOrder = orderBy('m', whole);
  // A cursor from a list with a different filter has no position in this index. The page then starts at the
  // position of the cursor in the sort order.
  const foreign = cursor?.some((value, index) => (fixedValue(order[index]!) ?? value) !== value);
  if (foreign)
    return {
      where: bounds(fixed, free, undefined, parameters) + bounds([], order, cursor, parameters),
      order: indexOrder,
    };
  const place = cursor?.filter((_, index) => fixedValue(order[index]!) === undefined);
  return { where: bounds(fixed, free, place, parameters), order: indexOrder };
}
