import { Logger } from '@nestjs/common';
import type { AuthDatabase } from '@storewright/database';
import { LRUCache } from 'lru-cache';
import type { LimitOptions } from './exact-limit';
import { announceLimit, limitsReached } from './rate-limited';

/** How often what was counted is told to the other instances, in ms: they let through what comes in this time, and no request waits for it. */
const syncEveryMs = 500;

/** Keys of which is known how much of their limit is used. */
const MAX_KEYS = 50_000;

/** Adds up what the instances counted, many keys in one statement, in one order everywhere, so that no two wait for each other's rows. */
const add = `INSERT INTO auth.rate_limits AS r (key, points, expire)
  SELECT * FROM unnest($1::text[], $2::integer[], $3::bigint[]) AS t (key, points, expire) ORDER BY key
  ON CONFLICT (key) DO UPDATE SET points = CASE WHEN r.expire > $4::bigint THEN r.points ELSE 0 END + EXCLUDED.points,
    expire = CASE WHEN r.expire > $4::bigint THEN r.expire ELSE EXCLUDED.expire END
  RETURNING key, points, expire`;
const clear = 'DELETE FROM auth.rate_limits WHERE expire < $1';
const clearEveryMs = 5 * 60_000;

interface Count {
  /** When it begins anew, in ms since 1970. */
  until: number;
  /** Of all instances, when it was asked last. */
  known: number;
  /** Of this one since then. */
  own: number;
}

/**
 * A limit that all instances share without a message for each request: an instance counts by itself, adds what it counted to the table twice a second and
 * learns what the others counted. With the database away each counts alone.
 */
export class BatchedLimit {
  private readonly log = new Logger('rate-limits');
  private readonly counts = new LRUCache<string, Count>({ max: MAX_KEYS });
  private readonly untold = new Set<string>();
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

  /** Counts one more; ms until the next one may come, where it is one too many. */
  consume(key: string): number | undefined {
    const count = this.countOf(key);
    if (this.isUsedUp(count)) return this.waitOf(count);
    count.own += 1;
    this.untold.add(key);
    this.tellSoon();
    return undefined;
  }

  /** So many more may come, as far as this instance knows, in so many ms. What others let through since they were asked last is not in it. */
  left(key: string): { points: number; ms: number } {
    const { until, known, own } = this.countOf(key);
    return { points: Math.max(0, this.options.points - known - own), ms: until - this.now() };
  }

  /** ms until the next one may come, where as many have come as may; counts nothing. */
  reached(key: string): number | undefined {
    const count = this.countOf(key);
    return this.isUsedUp(count) ? this.waitOf(count) : undefined;
  }

  /** Tells what was counted, and learns what others counted. What can't be told now is told with the next counts. */
  sync(): Promise<void> {
    // One at a time: what is on its way must not be told twice.
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

  /** What is counted now is told within so long; where nothing is counted nobody is woken. */
  private tellSoon(): void {
    this.timer ??= setTimeout(() => {
      this.timer = undefined;
      void this.sync();
    }, syncEveryMs).unref();
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
      this.log.warn(`limits were not shared: ${(error as Error).message}`);
    }
  }

  private isUsedUp({ known, own }: Count): boolean {
    return known + own >= this.options.points;
  }

  private waitOf({ until }: Count): number {
    limitsReached.inc({ limit: this.options.name });
    return Math.max(1, until - this.now());
  }

  private async clearExpired(): Promise<void> {
    const now = this.now();
    if (now - this.clearedAt < clearEveryMs) return;
    this.clearedAt = now;
    await this.database!.query({}, { name: 'rate-limits-clear', text: clear, values: [now] });
  }

  private countOf(key: string): Count {
    const now = this.now();
    let count = this.counts.get(key);
    if (!count || count.until <= now)
      this.counts.set(key, (count = { until: now + this.options.seconds * 1000, known: 0, own: 0 }));
    return count;
  }

  private keyOf(key: string): string {
    return `${this.options.name}:${key}`;
  }
}
