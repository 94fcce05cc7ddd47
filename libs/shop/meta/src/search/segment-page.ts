import { behindId, type EntrySearch, idsOfSet, type Part, rowOfEach } from './entry-sets';
import { columnsOfMeta } from './sql';

/** Input for a metadata search that reads one search index segment after the other. */
export interface SegmentSearch extends EntrySearch {
  /**
   * SQL condition on a row `m`. undefined if search index entries alone decide whether a metadata object
   * matches.
   */
  check?: string;
  place?: string;
  descending: boolean;
}

/**
 * Maximum number of search index entries in a segment for which the metadata search checks rows one by one.
 * For more entries, the search first intersects sets in the index.
 */
const smallSet = 50;

/**
 * Returns SQL for the first matching ids in a search index segment, as column meta_id. The SQL reads only
 * search index entries.
 */
export function idsOfSegment(search: SegmentSearch, segment: string): string {
  return `SELECT e.meta_id FROM (${candidates(search, segment)}) e
    ORDER BY e.meta_id${search.descending ? ' DESC' : ''} LIMIT ${search.most}`;
}

export function rowsOfSegment(search: SegmentSearch, segment: string): string {
  const order = `ORDER BY c.meta_id${search.descending ? ' DESC' : ''}`;
  const ids = `SELECT c.meta_id FROM (${candidates(search, segment)}) c ${order}`;
  const check = `m.segment = ${segment} AND ${search.check ?? 'true'}`;
  return `${rowOfEach(search, ids, columnsOfMeta, check)} ${order} LIMIT ${search.most}`;
}

export function candidates(search: SegmentSearch, segment: string): string {
  const behind = behindId('e.meta_id', search.place, search.descending);
  const part = (gate?: string): Part => ({ segment, behind, ...(gate && { gate }) });
  const sets = search.sets.map((set) => (gate?: string) => idsOfSet(search, set, part(gate)));
  // Only search index entries can find the ids in segment 0, because segment 0 has no first and last id.
  if (search.fixed.length > 0 && segment !== '0') sets.push((gate) => idsWithFixed(search, gate));
  if (sets.length === 1) return sets[0]!();
  const probes = sets.map(
    (ids, index) =>
      `WHEN (SELECT count(*) FROM (SELECT 1 FROM (${ids()}) e
        LIMIT ${smallSet + 1}) p) <= ${smallSet} THEN ${index + 1}`,
  );
  const branches = sets.map((ids, index) => ids(`d.set IN (0, ${index + 1})`));
  return `SELECT i.meta_id FROM (SELECT CASE ${probes.join(' ')} ELSE 0 END AS set OFFSET 0) d CROSS JOIN LATERAL (
      SELECT e.meta_id FROM (${branches.join(' UNION ALL ')}) e
      GROUP BY e.meta_id HAVING count(*) = CASE WHEN d.set = 0 THEN ${sets.length} ELSE 1 END) i`;
}

function idsWithFixed({ shop, parameters, fixed, place, descending }: SegmentSearch, gate = 'true'): string {
  const { column, value } = fixed[0]!;
  return `SELECT f.id AS meta_id FROM (
      SELECT m.id FROM shop.meta m
      WHERE m.shop_id = ${shop} AND m.${column} = ${parameters.add(value, 'text')}
        AND m.id >= s.from_id AND m.id < s.to_id
        AND ${gate}${behindId('m.id', place, descending)}
      ORDER BY m.id) f`;
}
