import { Logger } from '@nestjs/common';
import type { AuthDatabase } from '@storewright/database';
import { byShop } from './by-shop';
import type { Grant } from './grant';

/** Counts of so many keys wait at most to be written; what comes on top is not counted. */
const MAX_WAITING = 10_000;

/** What every count says of whose it is. */
export interface CredentialCount {
  shop_id: string;
  credential_id: string;
  credential: 'installations' | 'access_tokens';
  requests: number;
}

export interface BatchOptions<Count> {
  /** In words, for the log. */
  what: string;
  /** In ms: what a killed process loses at most. */
  everyMs: number;
  /** The statement for the counts of one shop, whose id is its first value. */
  write: { name: string; text: string };
  /** Its other values. */
  columns: (counts: readonly Count[]) => unknown[];
  /** What could not be written is added to what has come since. */
  add: (to: Count, earlier: Count) => void;
}

/** The id of whose request it is; undefined: the panel's own, which says nothing of an app. */
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

/** Counts by key, in memory and written in batches, so that no request pays for them. */
export class BatchedCounts<Count extends CredentialCount> {
  private readonly log: Logger;
  private counts = new Map<string, Count>();
  private uncounted = 0;
  private timer?: NodeJS.Timeout;

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

  /** That of the key, with this request; where there is none, it begins. Undefined: too many wait. */
  count(key: string, begin: () => Count): Count | undefined {
    let count = this.counts.get(key);
    if (!count) {
      if (this.counts.size >= MAX_WAITING) return void (this.uncounted += 1);
      count = begin();
      this.counts.set(key, count);
    }
    count.requests += 1;
    return count;
  }

  /** Writes what was counted, each shop's in one statement. What can't be written now is written with the next counts. */
  async flush(): Promise<void> {
    const { counts, uncounted } = this;
    const { what, write, columns } = this.options;
    this.counts = new Map();
    this.uncounted = 0;
    if (uncounted > 0) this.log.warn(`${uncounted} requests were not counted: too many credentials at once`);
    // In one order everywhere, so that no two processes wait for each other's rows.
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
