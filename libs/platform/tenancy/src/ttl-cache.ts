import { LRUCache } from 'lru-cache';

/**
 * How long anything read from the auth data is cached, in ms, counted from when the read began. A change is
 * announced at once; this holds when the announcement is lost, and is why every change is in force within one
 * second on every instance (docs/contract.md §3).
 */
export const AUTH_CACHE_TTL_MS = 900;

/** Gives ms that only grow. */
export interface Clock {
  now(): number;
}
/** For caches; `performance` where nobody provides another. */
export const CLOCK = Symbol('clock');

interface PendingRead<Value> {
  value: Promise<Value>;
  since: number;
}

/** How often a value was known, and how often it had to be read. */
export interface CacheCounts {
  hits: number;
  misses: number;
}

/** Values that are read once and cached for a moment. Many who ask for the same at once cause one read. */
export class TtlCache<Key extends string, Value extends object> {
  private readonly values: LRUCache<Key, Value>;
  private readonly pending = new Map<Key, PendingRead<Value>>();
  readonly counts: CacheCounts = { hits: 0, misses: 0 };

  /** `max`: the most that is kept; of values, or of what they hold together where `sizeOf` says how much that is. */
  constructor(
    max: number,
    private readonly clock: Clock = performance,
    sizeOf?: (value: Value) => number,
  ) {
    const most = sizeOf ? { maxSize: max, sizeCalculation: sizeOf } : { max };
    this.values = new LRUCache({ ...most, ttl: AUTH_CACHE_TTL_MS, ttlResolution: 0, perf: clock });
  }

  get(key: Key, read: () => Promise<Value>): Value | Promise<Value> {
    const known = this.values.get(key) ?? this.youngPending(key);
    if (known) {
      this.counts.hits += 1;
      return known;
    }
    return this.renew(key, read);
  }

  /** Reads it now, whatever is known. */
  async renew(key: Key, read: () => Promise<Value>): Promise<Value> {
    this.counts.misses += 1;
    const pending = { value: read(), since: this.clock.now() };
    this.pending.set(key, pending);
    const stillValid = () => this.pending.get(key) === pending;
    try {
      const value = await pending.value;
      if (stillValid()) this.values.set(key, value, { start: pending.since });
      return value;
    } finally {
      if (stillValid()) this.pending.delete(key);
    }
  }

  /** Forgets what fits, and what is being read just now: that reading may be older than the change. */
  forget(fits: (value: Value, key: Key) => boolean): void {
    this.pending.clear();
    for (const [key, value] of this.values.entries()) if (fits(value, key)) this.values.delete(key);
  }

  /** Where the database is slow, a reading may have looked so long ago that its answer is no news any more. */
  private youngPending(key: Key): Promise<Value> | undefined {
    const pending = this.pending.get(key);
    return pending && this.clock.now() - pending.since <= AUTH_CACHE_TTL_MS ? pending.value : undefined;
  }
}
