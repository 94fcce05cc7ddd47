import { Logger } from '@nestjs/common';
import type { AuthDatabase } from '@storewright/database';
import { byShop } from './by-shop';
import type { Grant } from './grant';

/**
 * Default maximum number of usage counts in memory. Above this number, requests of further credentials are not
 * counted.
 */
const MAX_WAITING = 10_000;

export interface CredentialCount {
  shop_id: string;
  credential_id: string;
  credential: 'installations' | 'access_tokens';
  requests: number;
}

export interface BatchOptions<Count> {
  /** Plural noun for the counts in log messages. */
  what: string;
  /**
   * Interval in milliseconds at which counts are written. The counts since the last write are lost if the
   * process is killed.
   */
  everyMs: number;
  maxKeys?: number;
  /** SQL statement that writes all counts of one shop. $1 is the shop id. */
  write: { name: string; text: string };
  /** Returns the values of $2 and all further parameters of the SQL statement. */
  columns: (counts: readonly Count[]) => unknown[];
  /** Adds `earlier`, a count that could not be written, to a newer count with the same key. */
  add: (to: Count, earlier: Count) => void;
}

/**
 * Returns the id of the installation or access token for which usage is counted. Returns undefined for a
 * token of the admin panel, because the panel is not an app.
 */
export function countedId({ installation_id, token_id, session_id }: Grant): string | undefined {
  return session_id === undefined ? (installation_id ?? token_id) : undefined;
}

export function beginOf({ shop, installation_id, token_id }: Grant): CredentialCount {
  return {
    shop_id: shop.id,
    credential_id: installation_id ?? token_id,
    credential: installation_id === undefined ? 'access_tokens' : 'installations',
    requests: 0,
  };
}

/**
 * Counts requests in memory and writes the counts in batches, so that requests do not wait for the database.
 */
export class BatchedCounts<Count extends CredentialCount> {
  private readonly log: Logger;
  private counts = new Map<string, Count>();
  private uncounted = 0;
  private timer?: NodeJS.Timeout;
  private flushed: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: AuthDatabase,
    private readonly options: BatchOptions<Count>,
  ) {
    this.log = new Logger(options.write.name);
  }

  start(): void {
    this.timer = setInterval(() => void this.flush(), this.options.everyMs).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /**
   * Increments the count of a key, and returns this count. Returns undefined if the key is new and the maximum
   * number of keys is in memory.
   */
  count(key: string, begin: () => Count): Count | undefined {
    let count = this.counts.get(key);
    if (!count) {
      if (this.counts.size >= (this.options.maxKeys ?? MAX_WAITING)) return void (this.uncounted += 1);
      count = begin();
      this.counts.set(key, count);
    }
    count.requests += 1;
    return count;
  }

  /**
   * Writes all counts with one SQL statement per shop, after the previous flush has finished. If a write
   * fails, the next flush repeats it.
   */
  flush(): Promise<void> {
    this.flushed = this.flushed.then(() => this.writePending());
    return this.flushed;
  }

  private async writePending(): Promise<void> {
    const { counts, uncounted } = this;
    const { what, write, columns } = this.options;
    this.counts = new Map();
    this.uncounted = 0;
    if (uncounted > 0) this.log.warn(`${uncounted} requests were not counted: too many credentials at once`);
    // Sorts the counts by key, so that all processes lock rows in the same order and cannot deadlock.
    const inOrder = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
    for (const [shop_id, ofShop] of byShop(inOrder, ([, count]) => count.shop_id)) {
      try {
        const values = [shop_id, ...columns(ofShop.map(([, count]) => count))];
        await this.database.query({ shop_id }, { ...write, values });
      } catch (error) {
        this.log.warn(`${what} were not written: ${(error as Error).message}`);
        for (const [key, count] of ofShop) this.takeBack(key, count);
      }
    }
  }

  private takeBack(key: string, count: Count): void {
    const since = this.counts.get(key);
    if (since) this.options.add(since, count);
    else this.counts.set(key, count);
  }
}
