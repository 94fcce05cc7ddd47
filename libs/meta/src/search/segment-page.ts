import { columnsOf } from './sql';

/** The parts that all pages of one statement share; every string is SQL. */
export interface SegmentSearch {
  shop: string;
  /** How many keys are searched. */
  keys: number;
  /** `t(no, from_tok, to_tok)`: of every stretch of every key, the key's number from 1, where it begins and where it ends (exclusive). */
  stretches: string;
  /** Where the one key searched has one token: that token. Its entries are in the order of their ids. */
  point?: string;
  /** The index alone decides. */
  exact: boolean;
  /** The column of the resource that the question fixes. */
  fixed?: { column: string; value: string };
  /** ` AND …` on a row `m`; every condition and the fixed column. */
  recheck: string;
  /** The id behind which the page begins. */
  cursor?: string;
  descending: boolean;
  /** The most rows that a page may need; a literal, for the planner to see. */
  most: number;
}

/** A set that is this small in one segment is followed row by row; where all are larger, they are intersected in the index first. */
const smallSet = 400;

/** The first rows of one segment that match, in the order of their ids. */
export function segmentPage(search: SegmentSearch, segment: string): string {
  const direction = search.descending ? ' DESC' : '';
  const ids = search.exact
    ? `${entriesInOrder(search, segment)} LIMIT ${search.most}`
    : `SELECT c.meta_id FROM (${candidates(search, segment)}) c ORDER BY c.meta_id${direction}`;
  // OFFSET 0 keeps the planner from turning row by row into a scan of the shop.
  return `SELECT r.* FROM (${ids}) c CROSS JOIN LATERAL (
    SELECT ${columnsOf('m')} FROM shop.meta m
    WHERE m.shop_id = ${search.shop} AND m.id = c.meta_id AND m.segment = ${segment}${search.exact ? '' : search.recheck}
    OFFSET 0) r
  ORDER BY c.meta_id${direction} LIMIT ${search.most}`;
}

function entriesInOrder(search: SegmentSearch, segment: string): string {
  const direction = search.descending ? ' DESC' : '';
  if (search.point === undefined)
    return `SELECT e.meta_id FROM (${entries(search, segment)}) e ORDER BY e.meta_id${direction}`;
  return `SELECT e.meta_id FROM shop.meta_entries e
    WHERE e.shop_id = ${search.shop} AND e.segment = ${segment} AND e.tok = ${search.point}${behind(search, 'e.meta_id')}
    ORDER BY e.meta_id${direction}`;
}

/** The ids of the segment that may match, each once. */
export function candidates(search: SegmentSearch, segment: string): string {
  const fixed = segment === '0' ? undefined : search.fixed; // the ids of segment 0 have no bounds
  const sets = search.keys + (fixed ? 1 : 0);
  if (sets === 1) return entries(search, segment);
  const numbers = Array.from({ length: sets }, (_, index) => index + 1);
  const probes = numbers.map((no) => {
    const set = no > search.keys ? rowsWithFixed(search, segment) : entries(search, segment, `t.no = ${no}`);
    return `WHEN (SELECT count(*) FROM (SELECT 1 FROM (${set}) e LIMIT ${smallSet + 1}) p) <= ${smallSet} THEN ${no}`;
  });
  const branches = [entries(search, segment, 'd.set IN (0, t.no)')];
  if (fixed) branches.push(rowsWithFixed(search, segment, `d.set IN (0, ${sets})`));
  return `SELECT e.meta_id
    FROM (SELECT CASE ${probes.join(' ')} ELSE 0 END AS set OFFSET 0) d CROSS JOIN LATERAL (${branches.join(' UNION ALL ')}) e
    GROUP BY e.meta_id HAVING count(*) = CASE WHEN min(d.set) = 0 THEN ${sets} ELSE 1 END`;
}

/** The ids of the segment's entries in the stretches; `gate` on `t` says which stretches. */
function entries(search: SegmentSearch, segment: string, gate = 'true'): string {
  return `SELECT e.meta_id FROM ${search.stretches} CROSS JOIN LATERAL (
      SELECT e.meta_id FROM shop.meta_entries e
      WHERE e.shop_id = ${search.shop} AND e.segment = ${segment} AND e.tok >= t.from_tok AND e.tok < t.to_tok
        AND ${gate}${behind(search, 'e.meta_id')}
      ORDER BY e.tok, e.meta_id) e`;
}

const lowestId = `'00000000-0000-0000-0000-000000000000'::uuid`;
const highestId = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/** The ids of the segment whose resource has the value asked for. */
function rowsWithFixed(search: SegmentSearch, segment: string, gate = 'true'): string {
  const { column, value } = search.fixed!;
  const bound = (of: string, otherwise: string) =>
    `coalesce((SELECT b.from_id FROM shop.meta_segments b WHERE b.shop_id = ${search.shop} AND b.segment = ${of}), ${otherwise})`;
  return `SELECT f.id AS meta_id FROM (
      SELECT m.id FROM shop.meta m
      WHERE m.shop_id = ${search.shop} AND (m.${column}, m.id) >= (${value}, ${bound(segment, lowestId)})
        AND (m.${column}, m.id) < (${value}, ${bound(`${segment} + 1`, highestId)}) AND ${gate}${behind(search, 'm.id')}
      ORDER BY m.${column}, m.id) f`;
}

function behind({ cursor, descending }: SegmentSearch, id: string): string {
  return cursor === undefined ? '' : ` AND ${id} ${descending ? '<' : '>'} ${cursor}`;
}
