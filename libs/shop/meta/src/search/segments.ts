import { type SearchStatement } from './sql';

/**
 * Divides the metadata objects of a shop into search index segments of some thousand objects. The entries of
 * a segment are adjacent in the index, so that a search reads few segments per page. A new segment starts in
 * the future, so that all processes know its start before they create ids after it.
 */

/**
 * Time between now and the start of a new search index segment (`boundary`). An id that is more than `id` in
 * the future belongs to segment 0.
 */
const ahead = { boundary: '60 seconds', id: '30 seconds' };

/**
 * Average number of metadata objects in the first search index segments. In small segments, a search reads
 * few objects.
 */
export const firstSegmentSize = 4096;
/** Number of search index segments after which the segment size doubles. */
export const segmentsOfOneSize = 256;

export function segmentSize(segment: number): number {
  return firstSegmentSize * 2 ** Math.floor(segment / segmentsOfOneSize);
}

/**
 * Returns an SQL expression for the number of the last search index segment that starts at or before `id`. `shop`
 * and `id` are SQL expressions of type uuid. A placeholder needs a cast, such as `$1::uuid`.
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
 * Returns SQL for a range of search index segments as `s(segment, from_id, to_id)`, which Postgres evaluates
 * lazily and in order. The bounds are columns, because with row-level security a comparison with a subquery
 * cannot use an index.
 */
export function segmentSeries(shop: string, first: string, last: string, step: 1 | -1): string {
  return segmentsWithBounds(shop, `SELECT generate_series(${first}, ${last}, ${step}) AS segment`);
}

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

/** Returns SQL for the smallest UUIDv7 of a time. */
function idAt(moment: string): string {
  return `rpad(lpad(to_hex((extract(epoch FROM ${moment}) * 1000)::bigint), 12, '0'), 32, '0')::uuid`;
}

/**
 * Returns a statement that reads the last two search index segments of the shop, newest first. No further
 * segment can start below the id `until`: a concurrent transaction may have opened a segment less than half a
 * minute ago, and such a segment starts a minute later.
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
 * Returns true for one of `segmentSize` new metadata objects on average. The caller then runs
 * `openSegmentStatement` after the commit. `chance` is uniform in [0, 1).
 */
export function opensSegment(segment: number, chance: number): boolean {
  return segment > 0 && chance * segmentSize(segment) < 1;
}

/**
 * Starts the next search index segment of the shop, unless a concurrent request has just started a segment.
 * Runs in a separate transaction, so that all processes see the segment within seconds.
 */
export function openSegmentStatement(shopId: string, id?: string): SearchStatement {
  const text = openSegment('$1::uuid');
  // Selects from a row of the same shop, because Citus requires this for INSERT … SELECT.
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
