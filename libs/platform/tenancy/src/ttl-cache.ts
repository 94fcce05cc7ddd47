import { LRUCache } from 'lru-cache';

/**
 * Maximum age of cached auth data in milliseconds, measured from the start of its load. A change is normally
 * announced immediately. If an announcement is lost, this limit still applies every change within one second on
 * every instance (docs/contract.md §3).
 */
export const AUTH_CACHE_TTL_MS = 900;

/** A clock whose time in milliseconds never decreases. */
export interface Clock {
  now(): number;
}
/** Injection token for the clock of caches. Default: `performance`. */
export const CLOCK = Symbol('clock');

interface PendingRead<Value> {
  value: Promise<Value>;
  since: number;
}

/** Number of lookups that found a cached value, and number of lookups that had to load the value. */
export interface CacheCounts {
  hits: number;
  misses: number;
}

/** Caches loaded values for less than a second. Concurrent lookups of one key share one load. */
export class TtlCache<Key extends string, Value extends object> {
  private readonly values: LRUCache<Key, Value>;
  private readonly pending = new Map<Key, PendingRead<Value>>();
  readonly counts: CacheCounts = { hits: 0, misses: 0 };

  /**
   * `max` is the maximum number of values, or their maximum total size if `sizeOf` returns the size of a value.
   */
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

  /** Loads the value even if it is cached. */
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

  /**
   * Drops all values that `fits` selects, and all pending loads, because they may have read the state before
   * the change.
   */
  forget(fits: (value: Value, key: Key) => boolean): void {
    this.pending.clear();
    for (const [key, value] of this.values.entries()) if (fits(value, key)) this.values.delete(key);
  }

  /**
   * Returns the pending load of a key. Ignores a load that started more than AUTH_CACHE_TTL_MS ago, because its
   * result may be outdated.
   */
  private youngPending(key: Key): Promise<Value> | undefined {
    const pending = this.pending.get(key);
    return pending && this.clock.now() - pending.since <= AUTH_CACHE_TTL_MS ? pending.value : undefined;
  }
}
