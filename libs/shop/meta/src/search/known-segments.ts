import { LRUCache } from 'lru-cache';
import { knownSegmentsStatement } from './segments';

interface Known {
  /** Id before which no search index segment can start that is newer than the segments in `starts`. */
  until: string;
  /** The last two search index segments of the shop, newest first. */
  starts: { segment: number; from_id: string }[];
}

type Read = (
  statement: ReturnType<typeof knownSegmentsStatement>,
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

const maxShops = 10_000;
/**
 * Average number of metadata objects that a shop creates before a process caches the search index segments of
 * the shop. A cache is useless for shops with few writes.
 */
const objectsBefore = 16;

/**
 * Caches the newest search index segments of busy shops. Without the cache, an insert spends a fifth of its
 * time on the query for the segment. A new segment starts one minute in the future. A cached segment is
 * therefore correct for ids up to half a minute after it was read, even if the clock of this process is
 * wrong.
 */
export class KnownSegments {
  private readonly shops = new LRUCache<string, Known>({ max: maxShops });

  /**
   * Returns the search index segment for an id. Returns undefined if the database must determine the segment.
   * The id must be lowercase.
   */
  of(shopId: string, id: string): number | undefined {
    const known = this.shops.get(shopId);
    if (!known || id >= known.until) return undefined;
    return known.starts.find(({ from_id }) => from_id <= id)?.segment;
  }

  /**
   * Caches the search index segments of a shop with a small probability. Call this method after the database
   * has determined the segment of a new metadata object. `chance` is uniform in [0, 1).
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
