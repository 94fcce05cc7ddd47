import { LRUCache } from 'lru-cache';
import { knownSegmentsStatement } from './segments';

interface Known {
  /** All search segments that start below this id are in `starts`. */
  until: string;
  /** The newest search segments of the shop, in descending order. */
  starts: { segment: number; from_id: string }[];
}

type Read = (
  statement: ReturnType<typeof knownSegmentsStatement>,
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

const maxShops = 10_000;
/**
 * Average number of meta objects that a shop creates before a process caches its search segments. Shops with
 * few writes need no cache.
 */
const objectsBefore = 16;

/**
 * Caches the newest search segments of busy shops. Without the cache, an insert spends a fifth of its time on
 * looking up the segment. A new segment starts one minute in the future. A cached segment is therefore
 * correct for ids up to half a minute after the segment was read, even if the clock of this process is wrong.
 */
export class KnownSegments {
  private readonly shops = new LRUCache<string, Known>({ max: maxShops });

  /**
   * Returns the search segment of an id, or undefined if the database must look up the segment. The id must
   * be lowercase.
   */
  of(shopId: string, id: string): number | undefined {
    const known = this.shops.get(shopId);
    if (!known || id >= known.until) return undefined;
    return known.starts.find(({ from_id }) => from_id <= id)?.segment;
  }

  /**
   * Must be called after the database looked up the segment of a new meta object. Loads the shop's segments
   * into the cache with a small probability. `chance` is uniform in [0, 1).
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
