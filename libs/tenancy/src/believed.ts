import { LRUCache } from 'lru-cache';

/**
 * How long anything read from the auth data may be believed, in ms. A change is announced at once; this holds when the announcement is lost, and is
 * why every change is in force within one second on every instance (CONTRACT §3).
 */
export const believedForMs = 900;

/** Answers that are read once and believed for a moment. Many who ask for the same at once cause one reading. */
export class Believed<Key extends string, Value extends object> {
  private readonly answers: LRUCache<Key, Value>;
  private readonly underWay = new Map<Key, Promise<Value>>();

  constructor(max: number) {
    this.answers = new LRUCache({ max, ttl: believedForMs });
  }

  get(key: Key, read: () => Promise<Value>): Value | Promise<Value> {
    return this.answers.get(key) ?? this.underWay.get(key) ?? this.read(key, read);
  }

  /** Forgets what fits, and what is being read just now: that reading may be older than the change. */
  forget(fits: (value: Value, key: Key) => boolean): void {
    this.underWay.clear();
    for (const [key, value] of this.answers.entries()) if (fits(value, key)) this.answers.delete(key);
  }

  private async read(key: Key, read: () => Promise<Value>): Promise<Value> {
    const reading = read();
    this.underWay.set(key, reading);
    const stillValid = () => this.underWay.get(key) === reading;
    try {
      const value = await reading;
      if (stillValid()) this.answers.set(key, value);
      return value;
    } finally {
      if (stillValid()) this.underWay.delete(key);
    }
  }
}
