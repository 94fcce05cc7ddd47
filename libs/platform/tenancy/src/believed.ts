import { LRUCache } from 'lru-cache';

/**
 * How long anything read from the auth data may be believed, in ms, counted from the moment its reading began. A change is announced at once; this
 * holds when the announcement is lost, and is why every change is in force within one second on every instance (CONTRACT §3).
 */
export const believedForMs = 900;

/** Gives ms that only grow. */
export interface Clock {
  now(): number;
}
/** For what believes things; `performance` where nobody provides another. */
export const CLOCK = Symbol('clock');

interface Reading<Value> {
  value: Promise<Value>;
  since: number;
}

/** Answers that are read once and believed for a moment. Many who ask for the same at once cause one reading. */
export class Believed<Key extends string, Value extends object> {
  private readonly answers: LRUCache<Key, Value>;
  private readonly underWay = new Map<Key, Reading<Value>>();

  constructor(
    max: number,
    private readonly clock: Clock = performance,
  ) {
    this.answers = new LRUCache({ max, ttl: believedForMs, ttlResolution: 0, perf: clock });
  }

  get(key: Key, read: () => Promise<Value>): Value | Promise<Value> {
    return this.answers.get(key) ?? this.youngReading(key) ?? this.read(key, read);
  }

  /** Forgets what fits, and what is being read just now: that reading may be older than the change. */
  forget(fits: (value: Value, key: Key) => boolean): void {
    this.underWay.clear();
    for (const [key, value] of this.answers.entries()) if (fits(value, key)) this.answers.delete(key);
  }

  /** Where the database is slow, a reading may have looked so long ago that its answer is no news any more. */
  private youngReading(key: Key): Promise<Value> | undefined {
    const reading = this.underWay.get(key);
    return reading && this.clock.now() - reading.since <= believedForMs ? reading.value : undefined;
  }

  private async read(key: Key, read: () => Promise<Value>): Promise<Value> {
    const reading = { value: read(), since: this.clock.now() };
    this.underWay.set(key, reading);
    const stillValid = () => this.underWay.get(key) === reading;
    try {
      const value = await reading.value;
      if (stillValid()) this.answers.set(key, value, { start: reading.since });
      return value;
    } finally {
      if (stillValid()) this.underWay.delete(key);
    }
  }
}
