import { columnsOf } from './sql';

/** What the parts of one statement share; every string is SQL. */
export interface SegmentSearch {
  shop: string;
  /** Of each key searched, the stretches of its entries: where each begins, and where it ends (not included). None: nothing can match. */
  keys: { from: string; to: string }[][];
  /** Where the one key searched has one token: that token. Its entries are in the order of their ids. */
  point?: string;
  /** The entries alone decide; otherwise the row does. */
  exact: boolean;
  /** The column of the resource that the question fixes. */
  fixed?: { column: string; value: string };
  /** On a row `m`: every condition and the fixed column. */
  recheck: string;
  /** The id behind which the page begins. */
  cursor?: string;
  descending: boolean;
  /** The most rows that a page may need; a literal, for the planner to see. */
  most: number;
}

/** A set that is this small in one segment is followed row by row; where all are larger, they are intersected in the index first. */
const smallSet = 50;

/** The first ids of one segment, by the entries alone: column meta_id. */
export function idsOfSegment(search: SegmentSearch, segment: string): string {
  const order = `ORDER BY e.meta_id${search.descending ? ' DESC' : ''} LIMIT ${search.most}`;
  if (search.point === undefined) return `SELECT e.meta_id FROM (${entries(search, segment, 0)}) e ${order}`;
  return `SELECT e.meta_id FROM shop.meta_entries e
    WHERE e.shop_id = ${search.shop} AND e.segment = ${segment} AND e.tok = ${search.point}${behind(search, 'e.meta_id')} ${order}`;
}

/** The first rows of one segment that match, in the order of their ids. */
export function rowsOfSegment(search: SegmentSearch, segment: string): string {
  const order = `ORDER BY c.meta_id${search.descending ? ' DESC' : ''}`;
  const ids = `SELECT c.meta_id FROM (${candidates(search, segment)}) c ${order}`;
  const check = ` AND m.segment = ${segment} AND ${search.recheck}`;
  return `${rowOfEach(search, ids, columnsOf('m'), check)} ${order} LIMIT ${search.most}`;
}

/** The row of each id (`c.meta_id`), in the order given. OFFSET 0 keeps the planner from turning it into a scan of the shop. */
export function rowOfEach({ shop }: SegmentSearch, ids: string, selected: string, check = ''): string {
  return `SELECT r.* FROM (${ids}) c CROSS JOIN LATERAL (
    SELECT ${selected} FROM shop.meta m WHERE m.shop_id = ${shop} AND m.id = c.meta_id${check} OFFSET 0) r`;
}

/** The ids of the segment that may match, each once. */
export function candidates(search: SegmentSearch, segment: string): string {
  const sets = search.keys.map((_, key) => (gate?: string) => entries(search, segment, key, gate));
  // The ids of segment 0 have no bounds, so there the entries alone lead to them.
  if (search.fixed && segment !== '0') sets.push((gate) => idsWithFixed(search, gate));
  if (sets.length === 1) return sets[0]!();
  const probes = sets.map(
    (ids, index) =>
      `WHEN (SELECT count(*) FROM (SELECT 1 FROM (${ids()}) e LIMIT ${smallSet + 1}) p) <= ${smallSet} THEN ${index + 1}`,
  );
  const branches = sets.map((ids, index) => ids(`d.set IN (0, ${index + 1})`));
  return `SELECT i.meta_id FROM (SELECT CASE ${probes.join(' ')} ELSE 0 END AS set OFFSET 0) d CROSS JOIN LATERAL (
      SELECT e.meta_id FROM (${branches.join(' UNION ALL ')}) e
      GROUP BY e.meta_id HAVING count(*) = CASE WHEN d.set = 0 THEN ${sets.length} ELSE 1 END) i`;
}

/** The ids of the segment's entries of one key in its stretches. Ordered by token, so that only the index on the token will do. */
function entries(search: SegmentSearch, segment: string, key: number, gate = 'true'): string {
  const scans = search.keys[key]!.map(
    ({ from, to }) => `SELECT s.meta_id FROM (
      SELECT e.meta_id FROM shop.meta_entries e
      WHERE e.shop_id = ${search.shop} AND e.segment = ${segment} AND e.tok >= ${from} AND e.tok < ${to}
        AND ${gate}${behind(search, 'e.meta_id')}
      ORDER BY e.tok, e.meta_id) s`,
  );
  return scans.join(' UNION ALL ') || 'SELECT NULL::uuid AS meta_id WHERE false';
}

/** The ids of the segment (`s`) whose resource has the value asked for. */
function idsWithFixed(search: SegmentSearch, gate = 'true'): string {
  const { column, value } = search.fixed!;
  return `SELECT f.id AS meta_id FROM (
      SELECT m.id FROM shop.meta m
      WHERE m.shop_id = ${search.shop} AND m.${column} = ${value} AND m.id >= s.from_id AND m.id < s.to_id
        AND ${gate}${behind(search, 'm.id')}
      ORDER BY m.id) f`;
}

function behind({ cursor, descending }: SegmentSearch, id: string): string {
  return cursor === undefined ? '' : ` AND ${id} ${descending ? '<' : '>'} ${cursor}`;
}
