import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { AuthDatabase, PeriodicJob, type Statement } from '@storewright/database';
import { type OutdatedTable, outdatedTables, type RetentionTimes } from './outdated';
import { RetentionObserver } from './retention-observer';
import { queueUnusedTokens } from './unused-tokens';

const INTERVAL_MS = 6 * 60 * 60 * 1000;
/**
 * Minimum delay in milliseconds between the start of a worker and its first retention run. The maximum delay
 * is twice as long.
 */
const MIN_FIRST_DELAY_MS = 60_000;
const BATCH_SIZE = 1_000;
/** Maximum number of transactions per table and retention run. The next run deletes the remaining rows. */
const MAX_STEPS = 10_000;

export interface RetentionSettings {
  times: RetentionTimes;
  /** Number of days without use after which an access token expires. 0 or undefined means never. */
  unusedTokenDays?: number;
  /** Returns a random number from 0 (inclusive) to 1 (exclusive). */
  random: () => number;
  /**
   * Returns the time before which expired rows may be deleted, in milliseconds since 1970, or undefined if
   * the run must not delete rows.
   */
  now: () => Promise<number | undefined>;
}
export const RETENTION_SETTINGS = Symbol('retention settings');

/**
 * Deletes expired rows of the auth database in small batches (docs/databases.md). If several workers run,
 * only one of them deletes rows at a time.
 */
@Injectable()
export class OutdatedRows implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('retention');
  private readonly job = new PeriodicJob({
    everyMs: INTERVAL_MS,
    run: () => this.delete(),
    failed: (error) => this.log.error({ err: error }, `outdated rows were not deleted: ${error.message}`),
  });

  constructor(
    private readonly database: AuthDatabase,
    private readonly observer: RetentionObserver,
    @Inject(RETENTION_SETTINGS) private readonly settings: RetentionSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.job.start(MIN_FIRST_DELAY_MS * (1 + this.settings.random()));
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  /**
   * Deletes expired rows from all tables. Logs and counts an error in one table, then continues with the next
   * table.
   */
  async delete(): Promise<void> {
    let failed = false;
    const now = await this.settings.now();
    if (now === undefined) return;
    for (const table of outdatedTables) {
      const ms = this.settings.times[table];
      if (ms === undefined || this.job.isStopping) continue;
      const before = new Date(now - ms);
      await this.removeFrom(table, before).catch((error: Error) => {
        failed = true;
        this.observer.removalFailed(table);
        this.log.error({ err: error }, `outdated rows of ${table} were not deleted: ${error.message}`);
      });
    }
    const { unusedTokenDays: days = 0 } = this.settings;
    if (days > 0 && !this.job.isStopping)
      await queueUnusedTokens(this.database, now, days).catch((error: Error) => {
        failed = true;
        this.log.error({ err: error }, `unused access tokens were not queued: ${error.message}`);
      });
    if (!failed && !this.job.isStopping) this.observer.removalDone();
  }

  private async removeFrom(table: OutdatedTable, before: Date): Promise<void> {
    for (let step = 0; step < MAX_STEPS && !this.job.isStopping; step += 1) {
      const statement = removalOf(table, before.toISOString(), BATCH_SIZE);
      const [row] = await this.database.query<{ removed: number }>({}, statement);
      this.observer.removed(table, row!.removed);
      if (row!.removed < BATCH_SIZE) return;
    }
  }
}

export function removalOf(table: OutdatedTable, before: string, most: number): Statement {
  return table === 'notifications'
    ? {
        name: 'remove-notifications',
        text: 'SELECT auth.remove_notifications($1, $2) AS removed',
        values: [before, most],
      }
    : {
        name: 'remove-outdated',
        text: 'SELECT auth.remove_outdated($1, $2, $3) AS removed',
        values: [table, before, most],
      };
}
