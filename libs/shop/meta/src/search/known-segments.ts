import { LRUCache } from 'lru-cache';
import { knownSegmentsStatement } from './segments';

interface Known {
  /** No segment can start below this id except those in `starts`. */
  until: string;
  /** Newest first. */
  starts: { segment: number; from_id: string }[];
}

/** Runs a statement and returns its rows. */
type Read = (
  statement: ReturnType<typeof knownSegmentsStatement>,
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Maximum number of cached shops. */
const maxShops = 10_000;
/**
 * Number of new objects that the database places before a process loads the shop's segments. Shops with few
 * writes never need them.
 */
const objectsBefore = 16;

/**
 * Caches the newest segments of busy shops, so that inserts need no lookup. New segments start a minute in
 * the future, so the cache is valid for all ids up to half a minute later, independent of this process's
 * clock. A lookup within the statement costs a fifth of an insert.
 */
export class KnownSegments {
  private readonly shops = new LRUCache<string, Known>({ max: maxShops });

  /** Segment of an id, or undefined if the database must decide. The id must be lowercase. */
  of(shopId: string, id: string): number | undefined {
    const known = this.shops.get(shopId);
    if (!known || id >= known.until) return undefined;
    return known.starts.find(({ from_id }) => from_id <= id)?.segment;
  }

  /** Called after the database has placed an object. `chance` is uniform in [0, 1). */
  async learn(shopId: string, chance: number, read: Read): Promise<void> {
    if (chance * objectsBefore >= 1) return;
    const rows = await read(knownSegmentsStatement(shopId));
    const starts = rows.map(({ segment, from_id }) => ({
      segment: Number(segment),
      from_id: String(from_id),
    }));
    this.shops.set(shopId, { until: String(rows[0]!['until']), starts });
  }
}
