import { type SearchStatement } from './sql';

/**
 * The ids of a shop are cut into segments of some thousand objects, and the entries of a segment lie together, so that a search answers
 * a page out of a few segments. New boundaries lie a moment ahead of the ids in use: every writer that could need one sees it.
 */

/** How far ahead of the clock a new segment begins. An id further ahead than half of this belongs to no segment but 0. */
const ahead = { boundary: '60 seconds', id: '30 seconds' };

/** Objects in a segment, on average. The first ones are the smallest, so that a search visits few of them however large the shop is. */
export const firstSegmentSize = 4096;
/** After so many segments, the next ones are twice as large. */
export const segmentsOfOneSize = 256;

export function segmentSize(segment: number): number {
  return firstSegmentSize * 2 ** Math.floor(segment / segmentsOfOneSize);
}

/** The last segment that begins at or before an id (SQL; the parameters with their casts). */
export function segmentAt(shop: string, id: string): string {
  return `coalesce((SELECT b.segment FROM shop.meta_segments b WHERE b.shop_id = ${shop} AND b.from_id <= ${id}
    ORDER BY b.segment DESC LIMIT 1), 1)`;
}

export function lastSegment(shop: string): string {
  return `coalesce((SELECT b.segment FROM shop.meta_segments b WHERE b.shop_id = ${shop} ORDER BY b.segment DESC LIMIT 1), 1)`;
}

export const lowestId = `'00000000-0000-0000-0000-000000000000'::uuid`;
export const highestId = `'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid`;

/**
 * The segments from one to another as `s(segment, from_id, to_id)` (SQL), in their order, each when it is asked for. Its bounds are columns, because
 * row-level security keeps a comparison with a subquery out of the index.
 */
export function segmentSeries(shop: string, first: string, last: string, step: 1 | -1): string {
  return segmentsWithBounds(shop, `SELECT generate_series(${first}, ${last}, ${step}) AS segment`);
}

/** The same of the segments that `segments` gives (SQL). */
export function segmentsWithBounds(shop: string, segments: string): string {
  const bound = (segment: string, otherwise: string) =>
    `coalesce((SELECT b.from_id FROM shop.meta_segments b WHERE b.shop_id = ${shop} AND b.segment = ${segment}), ${otherwise})`;
  return `(SELECT g.segment, ${bound('g.segment', lowestId)} AS from_id, ${bound('g.segment + 1', highestId)} AS to_id
    FROM (${segments}) g OFFSET 0) s`;
}

/** The segment of a new object (SQL). */
export function segmentOfNew(shop: string, id: string): string {
  return `CASE WHEN ${id} > ${idAt(`statement_timestamp() + interval '${ahead.id}'`)} THEN 0 ELSE ${segmentAt(shop, id)} END`;
}

/** The lowest UUIDv7 of a moment (SQL). */
function idAt(moment: string): string {
  return `rpad(lpad(to_hex((extract(epoch FROM ${moment}) * 1000)::bigint), 12, '0'), 32, '0')::uuid`;
}

/**
 * The last two segments of the shop, the last one first, and up to which id (`until`) no other one can begin: those that this statement cannot see yet were
 * opened less than half a minute ago, and begin a minute ahead.
 */
export function knownSegmentsStatement(shopId: string): SearchStatement {
  return {
    name: 'meta-known-segments',
    text: `SELECT k.segment, k.from_id, ${idAt(`statement_timestamp() + interval '${ahead.id}'`)} AS until FROM (
        (SELECT b.segment, b.from_id FROM shop.meta_segments b WHERE b.shop_id = $1::uuid ORDER BY b.segment DESC LIMIT 2)
        UNION ALL SELECT 1, ${lowestId} WHERE NOT EXISTS (SELECT 1 FROM shop.meta_segments b WHERE b.shop_id = $1::uuid AND b.segment > 2)
      ) k ORDER BY k.segment DESC`,
    values: [shopId],
  };
}

/**
 * Whether a new object is the one in so many that begins a segment: then `openSegmentStatement` runs once the object is committed.
 * `chance` is uniform in [0, 1).
 */
export function opensSegment(segment: number, chance: number): boolean {
  return segment > 0 && chance * segmentSize(segment) < 1;
}

/** Begins the next segment of the shop, unless one is about to begin. In a transaction of its own: it must be seen by all within seconds. */
export function openSegmentStatement(shopId: string, id?: string): SearchStatement {
  const text = openSegment('$1::uuid');
  // Citus wants a row of the shop that what it writes is selected from.
  const beside = openSegment('m.shop_id', 'shop.meta m WHERE m.shop_id = $1::uuid AND m.id = $2::uuid');
  return {
    ...{ name: 'meta-open-segment', text, values: [shopId] },
    ...(id !== undefined && { onCitus: { text: beside, values: [shopId, id] } }),
  };
}

function openSegment(shop: string, from?: string): string {
  return `INSERT INTO shop.meta_segments (shop_id, segment, from_id)
    SELECT ${shop}, ${lastSegment(shop)} + 1, ${idAt(`statement_timestamp() + interval '${ahead.boundary}'`)}
    ${from ? `FROM ${from} AND` : 'WHERE'} NOT EXISTS (
      SELECT 1 FROM shop.meta_segments b WHERE b.shop_id = ${shop} AND b.from_id > ${idAt('statement_timestamp()')})
    ON CONFLICT DO NOTHING`;
}
