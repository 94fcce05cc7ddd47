import { type SearchStatement } from './sql';

/**
 * Divides the ids of a shop into search segments of some thousand meta objects. The search entries of a
 * segment are adjacent in the index, so that a search reads few segments per page. A new segment starts in
 * the future, so that all writers know the boundary before they create ids after it.
 */

/**
 * Time between now and the start of a new search segment (`boundary`). Ids that are more than `id` in the
 * future belong to segment 0.
 */
const ahead = { boundary: '60 seconds', id: '30 seconds' };

/**
 * Average number of meta objects in the first search segments. Small segments let a search visit few objects.
 */
export const firstSegmentSize = 4096;
/** Number of search segments after which the segment size doubles. */
export const segmentsOfOneSize = 256;

export function segmentSize(segment: number): number {
  return firstSegmentSize * 2 ** Math.floor(segment / segmentsOfOneSize);
}

/**
 * SQL for the last search segment that starts at or before an id. Both parameters must include their casts.
 */
export function segmentAt(shop: string, id: string): string {
  return `coalesce((SELECT b.segment FROM shop.meta_segments b WHERE b.shop_id = ${shop} AND b.from_id <= ${id}
    ORDER BY b.segment DESC LIMIT 1), 1)`;
}

export function lastSegment(shop: string): string {
  return `coalesce((SELECT b.segment FROM shop.meta_segments b WHERE b.shop_id = ${shop}
           ORDER BY b.segment DESC LIMIT 1), 1)`;
}

export const lowestId = `'00000000-0000-0000-0000-000000000000'::uuid`;
export const highestId = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/**
 * SQL for a range of search segments as `s(segment, from_id, to_id)`, which Postgres evaluates lazily and in
 * order. The bounds are columns, because row-level security keeps comparisons with subqueries out of index
 * scans.
 */
export function segmentSeries(shop: string, first: string, last: string, step: 1 | -1): string {
  return segmentsWithBounds(shop, `SELECT generate_series(${first}, ${last}, ${step}) AS segment`);
}

/** SQL that adds the first and last id to each search segment of a subquery. */
export function segmentsWithBounds(shop: string, segments: string): string {
  const bound = (segment: string, otherwise: string) =>
    `coalesce((SELECT b.from_id FROM shop.meta_segments b WHERE b.shop_id = ${shop}
      AND b.segment = ${segment}), ${otherwise})`;
  return `(SELECT g.segment, ${bound('g.segment', lowestId)} AS from_id, ${bound('g.segment + 1', highestId)} AS to_id
    FROM (${segments}) g OFFSET 0) s`;
}

export function segmentOfNew(shop: string, id: string): string {
  const limit = idAt(`statement_timestamp() + interval '${ahead.id}'`);
  return `CASE WHEN ${id} > ${limit} THEN 0 ELSE ${segmentAt(shop, id)} END`;
}

/** SQL for the smallest UUIDv7 with a given timestamp. */
function idAt(moment: string): string {
  return `rpad(lpad(to_hex((extract(epoch FROM ${moment}) * 1000)::bigint), 12, '0'), 32, '0')::uuid`;
}

/**
 * Statement that reads the last two search segments of the shop, newest first. `until` is the id below which
 * no other segment can start, because a segment that this statement cannot see was opened less than half a
 * minute ago and starts a minute ahead.
 */
export function knownSegmentsStatement(shopId: string): SearchStatement {
  return {
    name: 'meta-known-segments',
    text: `SELECT k.segment, k.from_id, ${idAt(`statement_timestamp() + interval '${ahead.id}'`)} AS until FROM (
        (SELECT b.segment, b.from_id FROM shop.meta_segments b WHERE b.shop_id = $1::uuid
          ORDER BY b.segment DESC LIMIT 2)
        UNION ALL SELECT 1, ${lowestId} WHERE NOT EXISTS (SELECT 1 FROM shop.meta_segments b
          WHERE b.shop_id = $1::uuid AND b.segment > 2)
      ) k ORDER BY k.segment DESC`,
    values: [shopId],
  };
}

/**
 * True for one of every `segmentSize` new meta objects on average. `openSegmentStatement` then opens the next
 * search segment after the commit. `chance` is uniform in [0, 1).
 */
export function opensSegment(segment: number, chance: number): boolean {
  return segment > 0 && chance * segmentSize(segment) < 1;
}

/**
 * Opens the next search segment of the shop, unless a concurrent request has just opened one. Runs in a
 * separate transaction, so that all writers see the segment within seconds.
 */
export function openSegmentStatement(shopId: string, id?: string): SearchStatement {
  const text = openSegment('$1::uuid');
  // Citus requires INSERT … SELECT to read a row of the same shop.
  const beside = openSegment(
    '$1::uuid',
    'm.shop_id',
    'shop.meta m WHERE m.shop_id = $1::uuid AND m.id = $2::uuid',
  );
  return {
    ...{ name: 'meta-open-segment', text, values: [shopId] },
    ...(id !== undefined && { onCitus: { text: beside, values: [shopId, id] } }),
  };
}

function openSegment(shop: string, column = shop, from?: string): string {
  return `INSERT INTO shop.meta_segments (shop_id, segment, from_id)
    SELECT ${column}, ${lastSegment(shop)} + 1, ${idAt(`statement_timestamp() + interval '${ahead.boundary}'`)}
    ${from ? `FROM ${from} AND` : 'WHERE'} NOT EXISTS (
      SELECT 1 FROM shop.meta_segments b WHERE b.shop_id = ${shop} AND b.from_id > ${idAt('statement_timestamp()')})
    ON CONFLICT DO NOTHING`;
}
