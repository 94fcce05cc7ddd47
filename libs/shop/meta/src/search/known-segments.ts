import { LRUCache } from 'lru-cache';
import { knownSegmentsStatement } from './segments';

interface Known {
  /** Id below which no search segments exist except those in `starts`. */
  until: string;
  /** Search segments of the shop, the newest first. */
  starts: { segment: number; from_id: string }[];
}

/** Runs a statement and returns its rows. */
type Read = (
  statement: ReturnType<typeof knownSegmentsStatement>,
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Maximum number of cached shops. */
const maxShops = 10_000;
/**
 * Number of objects whose segments the database finds before a process caches the shop's segments. Shops with
 * few writes need no cache.
 */
const objectsBefore = 16;

/**
 * Caches the newest segments of busy shops. Without the cache, each insert needs a lookup that costs a fifth
 * of the insert. A new segment starts one minute in the future, so a cached segment is correct for ids up to
 * half a minute after the segment was read, even if the clock of this process is wrong.
 */
export class KnownSegments {
  private readonly shops = new LRUCache<string, Known>({ max: maxShops });

  /** Returns the search segment of an id, or undefined if the database must decide. The id must be lowercase. */
  of(shopId: string, id: string): number | undefined {
    const known = this.shops.get(shopId);
    if (!known || id >= known.until) return undefined;
    return known.starts.find(({ from_id }) => from_id <= id)?.segment;
  }

  /**
   * Records that the database found the segment of an object. Loads the segments when enough objects were
   * recorded. `chance` is uniform in [0, 1).
   */
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
