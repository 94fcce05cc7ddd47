import { LRUCache } from 'lru-cache';

/**
 * Maximum age of cached auth data in milliseconds. Every instance applies a change within one second, even if
 * the announcement of the change is lost (docs/contract.md §3).
 */
export const AUTH_CACHE_TTL_MS = 900;

/** A monotonic clock in milliseconds. */
export interface Clock {
  now(): number;
}
/** Injection token for the clock of caches. Defaults to `performance`. */
export const CLOCK = Symbol('clock');

interface PendingRead<Value> {
  value: Promise<Value>;
  since: number;
}

export interface CacheCounts {
  hits: number;
  misses: number;
}

/** Cache whose values expire after AUTH_CACHE_TTL_MS. Concurrent lookups of the same key share one load. */
export class TtlCache<Key extends string, Value extends object> {
  private readonly values: LRUCache<Key, Value>;
  private readonly pending = new Map<Key, PendingRead<Value>>();
  readonly counts: CacheCounts = { hits: 0, misses: 0 };

  /** `max` is the maximum number of cached values. With `sizeOf`, `max` is their maximum total size. */
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

  /** Loads and caches the value, even if a cached value exists. */
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
   * Removes the cached values that `fits` selects. Discards all pending loads, because a pending load may
   * have read the database before the change.
   */
  forget(fits: (value: Value, key: Key) => boolean): void {
    this.pending.clear();
    for (const [key, value] of this.values.entries()) if (fits(value, key)) this.values.delete(key);
  }

  /** Ignores loads that started more than AUTH_CACHE_TTL_MS ago, because their results may be outdated. */
  private youngPending(key: Key): Promise<Value> | undefined {
    const pending = this.pending.get(key);
    return pending && this.clock.now() - pending.since <= AUTH_CACHE_TTL_MS ? pending.value : undefined;
  }
}
