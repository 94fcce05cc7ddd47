import { setTimeout as pause } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { AuthDatabase } from '@storewright/database';
import { LRUCache } from 'lru-cache';
import type { LimitOptions } from './limit-options';
import { announceLimit, limitsReached } from './rate-limited';

/**
 * Interval in milliseconds at which service instances exchange rate limit counts. Requests do not wait for
 * the exchange, so all instances together can exceed a limit for one interval.
 */
const SYNC_EVERY_MS = 500;

const MAX_KEYS = 50_000;

/**
 * Adds the rate limit counts of this service instance to the stored counts. The statement sorts the keys,
 * because instances could otherwise deadlock.
 */
const add = `INSERT INTO auth.rate_limits AS r (key, points, expire)
  SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS t (key, points, expire) ORDER BY key
  ON CONFLICT (key) DO UPDATE SET points = CASE WHEN r.expire > $4::bigint THEN r.points ELSE 0 END + EXCLUDED.points,
    expire = CASE WHEN r.expire > $4::bigint THEN r.expire ELSE EXCLUDED.expire END
  RETURNING key, points, expire`;
const read = 'SELECT points, expire FROM auth.rate_limits WHERE key = $1 AND expire > $2';
const clear = 'DELETE FROM auth.rate_limits WHERE expire < $1';
const CLEAR_EVERY_MS = 5 * 60_000;

interface Count {
  /** End of the current period of the rate limit, in milliseconds since 1970. */
  until: number;
  /** Points of the rate limit that all service instances had used at the last sync. */
  known: number;
  /** Points of the rate limit that this service instance has used since the last sync. */
  own: number;
}

interface Consumption {
  cost?: number;
  /** Maximum number of rate limit points for one key. Defaults to the points of the rate limit. */
  points?: number;
}

/**
 * A rate limit that all service instances share, without an SQL statement per request. Each instance counts
 * in memory and exchanges counts through the database twice a second. While the database is unavailable, each
 * instance enforces the limit alone.
 */
export class BatchedLimit {
  private readonly log = new Logger('rate-limits');
  private readonly counts = new LRUCache<string, Count>({ max: MAX_KEYS });
  private readonly untold = new Set<string>();
  private readonly loading = new Map<string, Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private clearedAt = 0;
  private syncing: Promise<void> | undefined;

  constructor(
    private readonly database: AuthDatabase | undefined,
    readonly options: LimitOptions,
    private readonly now: () => number = Date.now,
  ) {
    announceLimit(options);
  }

  /**
   * Loads the stored count of a rate limit key, so that a restart of the service does not reset the count of
   * a long period. Returns undefined if the count is already in memory. If the database fails or takes longer
   * than SYNC_EVERY_MS, the instance counts from 0 until the next sync.
   */
  load(key: string): Promise<void> | undefined {
    if (!this.database || this.counts.has(key)) return undefined;
    let loading = this.loading.get(key);
    if (!loading) {
      loading = this.readCount(this.database, key).finally(() => this.loading.delete(key));
      this.loading.set(key, loading);
    }
    return loading;
  }

  /** Counts a request. Returns the time to wait in milliseconds if the request exceeds the limit. */
  consume(key: string, { cost = 1, points = this.options.points }: Consumption = {}): number | undefined {
    const count = this.countOf(key);
    if (count.known + count.own + cost > points) return this.waitOf(count);
    count.own += cost;
    this.untold.add(key);
    this.tellSoon();
    return undefined;
  }

  /**
   * Returns the remaining points of the rate limit and the milliseconds until the period ends. Excludes
   * requests that other service instances have counted since the last sync.
   */
  left(key: string): { points: number; ms: number } {
    const { until, known, own } = this.countOf(key);
    return { points: Math.max(0, this.options.points - known - own), ms: until - this.now() };
  }

  /** Returns the time to wait in milliseconds if the limit is exhausted. Does not count anything. */
  reached(key: string): number | undefined {
    const count = this.countOf(key);
    return count.known + count.own >= this.options.points ? this.waitOf(count) : undefined;
  }

  /**
   * Adds the rate limit counts of this service instance to the database and reads the totals of all
   * instances. If this fails, the next sync repeats it.
   */
  sync(): Promise<void> {
    // Concurrent syncs of the rate limit counts would add the same counts twice.
    return (this.syncing ??= this.tell().finally(() => {
      this.syncing = undefined;
      if (this.untold.size > 0) this.tellSoon();
    }));
  }

  async stop(): Promise<void> {
    await this.syncing;
    await this.sync();
    clearTimeout(this.timer);
  }

  /** Starts a timer for the next sync only after a request, so that an idle instance has no timer. */
  private tellSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.sync();
    }, SYNC_EVERY_MS).unref();
  }

  private async tell(): Promise<void> {
    const told = [...this.untold].flatMap((key) => {
      const count = this.counts.get(key);
      return count ? [{ key, count, own: count.own }] : [];
    });
    this.untold.clear();
    if (!this.database || told.length === 0) return;
    const keys = new Map(told.map((each) => [this.keyOf(each.key), each]));
    const values = [
      [...keys.keys()],
      told.map(({ own }) => own),
      told.map(({ count }) => count.until),
      this.now(),
    ];
    try {
      const statement = { name: 'rate-limits-add', text: add, values };
      const rows = await this.database.query<{ key: string; points: number; expire: string }>({}, statement);
      for (const { key, points, expire } of rows) {
        const { count, own } = keys.get(key)!;
        count.known = points;
        count.until = Number(expire);
        count.own -= own;
      }
      await this.clearExpired();
    } catch (error) {
      for (const { key } of told) this.untold.add(key);
      this.log.warn(`limits were not synced: ${(error as Error).message}`);
    }
  }

  private async readCount(database: AuthDatabase, key: string): Promise<void> {
    const statement = { name: 'rate-limits-read', text: read, values: [this.keyOf(key), this.now()] };
    const stored = database.query<{ points: number; expire: string }>({}, statement).then(
      ([found]) => found,
      (error: Error) => void this.log.warn(`a limit was not read: ${error.message}`),
    );
    const row = await Promise.race([stored, pause(SYNC_EVERY_MS, undefined, { ref: false })]);
    const count = this.countOf(key);
    if (row) Object.assign(count, { known: row.points, until: Number(row.expire) } satisfies Partial<Count>);
  }

  private waitOf({ until }: Count): number {
    limitsReached.inc({ limit: this.options.name });
    return Math.max(1, until - this.now());
  }

  private async clearExpired(): Promise<void> {
    const now = this.now();
    if (now - this.clearedAt < CLEAR_EVERY_MS) return;
    this.clearedAt = now;
    await this.database!.query({}, { name: 'rate-limits-clear', text: clear, values: [now] });
  }

  private countOf(key: string): Count {
    const now = this.now();
    let count = this.counts.get(key);
    if (!count || count.until <= now)
      this.counts.set(key, (count = { until: this.endOfPeriod(now), known: 0, own: 0 }));
    return count;
  }

  private endOfPeriod(now: number): number {
    const ms = this.options.seconds * 1000;
    return this.options.isAligned ? now - (now % ms) + ms : now + ms;
  }

  private keyOf(key: string): string {
    return `${this.options.name}:${key}`;
  }
}
