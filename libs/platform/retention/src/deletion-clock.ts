import { Inject, Injectable, Logger } from '@nestjs/common';
import { AuthDatabase, type Database } from '@storewright/database';
import { RetentionRun, tableOf } from '@storewright/entities';
import { DeletionClockObserver, type DeletionStop, type RetainedData } from './retention-observer';

const HOUR_MS = 60 * 60 * 1000;

/**
 * Maximum difference in milliseconds between the clocks of the process and the databases. If the difference
 * is larger, the worker deletes no rows.
 */
export const MAX_CLOCK_DIFFERENCE_MS = 60_000;

/**
 * Maximum time in milliseconds by which one retention run moves the deletion limit forward. Rows that expired
 * before the deletion limit are deleted. If the last run is longer ago, the next run deletes nothing.
 */
export const STEP_MS = 24 * HOUR_MS;

/**
 * Minimum time in milliseconds before a retention run moves the deletion limit again. Otherwise frequent
 * restarts of the worker would move the limit too fast.
 */
const ADVANCE_INTERVAL_MS = HOUR_MS;

/** Clock readings in milliseconds since 1970. */
export interface TimeSources {
  process: { now(): number };
  database: (database: Database) => Promise<number>;
}

export const TIME_SOURCES = Symbol('time sources');

export const realTime: TimeSources = {
  process: Date,
  async database(database) {
    const text = 'SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now';
    const [row] = await database.query<{ now: number }>({}, { name: 'clock', text });
    return row!.now;
  },
};

const runs = tableOf(RetentionRun);
const statements = {
  read: `SELECT extract(epoch FROM reached)::float8 * 1000 AS reached, extract(epoch FROM seen)::float8 * 1000 AS seen
    FROM ${runs} WHERE data = $1`,
  write: `UPDATE ${runs} SET reached = $2, seen = $3 WHERE data = $1`,
};

interface LastRun {
  /**
   * Deletion limit in milliseconds since 1970. The last retention run deleted the rows that expired before
   * this time.
   */
  reached: number;
  /** Time of the last retention run in milliseconds since 1970. */
  seen: number;
}

/**
 * Protects rows from deletion by a wrong clock: the clocks of the process and the databases must agree, and
 * the last run must be recent. Each run moves the deletion limit forward by at most one day, so with a wrong
 * clock that passes both checks, each run deletes at most one day of rows too early.
 */
@Injectable()
export class DeletionClock {
  private readonly log = new Logger('retention');

  constructor(
    private readonly auth: AuthDatabase,
    private readonly observer: DeletionClockObserver,
    @Inject(TIME_SOURCES) private readonly time: TimeSources,
  ) {}

  /**
   * Returns the time before which expired rows of a database may be deleted, or undefined if the run must not
   * delete rows.
   */
  async advance(data: RetainedData, database: Database): Promise<number | undefined> {
    const started = this.time.process.now();
    const databases = [await this.time.database(this.auth), await this.time.database(database)];
    const clocks = [started, ...databases, this.time.process.now()];
    const [now, latest] = [Math.min(...clocks), Math.max(...clocks)];
    if (latest - now > MAX_CLOCK_DIFFERENCE_MS)
      return this.stop(
        data,
        'clocks',
        `the clocks of the databases and this process are ${seconds(latest - now)} s apart`,
      );
    const [last] = await this.auth.query<LastRun>(
      {},
      { name: 'retention-run', text: statements.read, values: [data] },
    );
    const { reached, seen } = last!;
    if (now - seen > STEP_MS) {
      await this.record(data, { reached, seen: now });
      return this.stop(
        data,
        'gap',
        `the last run was ${seconds(now - seen)} s ago; the next run deletes again`,
      );
    }
    const mayAdvance = seen > now || now - seen >= ADVANCE_INTERVAL_MS;
    const next = Math.min(now, mayAdvance ? reached + STEP_MS : reached);
    if (mayAdvance) await this.record(data, { reached: next, seen: now });
    this.observer.advanced(data, now - next);
    return next;
  }

  private async record(data: RetainedData, { reached, seen }: LastRun): Promise<void> {
    const values = [data, new Date(reached), new Date(seen)];
    await this.auth.query({}, { name: 'retention-record', text: statements.write, values });
  }

  private stop(data: RetainedData, reason: DeletionStop, why: string): undefined {
    this.observer.stopped(data, reason);
    this.log.error({ data, reason }, `no outdated rows of the ${data} data are deleted: ${why}`);
  }
}

const seconds = (ms: number) => Math.round(ms / 1000);
