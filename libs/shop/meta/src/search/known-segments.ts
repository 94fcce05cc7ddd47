import { LRUCache } from 'lru-cache';
import { knownSegmentsStatement } from './segments';

interface Known {
  /** Below this id no segment begins but those in `starts`, whatever is opened from now on. */
  until: string;
  /** The last ones first. */
  starts: { segment: number; from_id: string }[];
}

/** Reads a statement's rows, as the driver gives them. */
type Read = (
  statement: ReturnType<typeof knownSegmentsStatement>,
) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Shops whose segments a process has in mind. */
const maxShops = 10_000;
/** So many new objects of a shop are placed by the database before its segments are read: a shop with few writes never pays for it. */
const objectsBefore = 16;

/**
 * Where the new objects of a busy shop belong, without asking the database for each. A new segment begins a minute ahead of its clock, so what was read holds for all
 * ids up to half a minute later, and no clock of this process matters. Finding a segment within the statement costs a fifth of an insert.
 */
export class KnownSegments {
  private readonly shops = new LRUCache<string, Known>({ max: maxShops });

  /** undefined: the database has to say. The id in lower case. */
  of(shopId: string, id: string): number | undefined {
    const known = this.shops.get(shopId);
    if (!known || id >= known.until) return undefined;
    return known.starts.find(({ from_id }) => from_id <= id)?.segment;
  }

  /** After an object that the database has placed. `chance` is uniform in [0, 1). */
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
