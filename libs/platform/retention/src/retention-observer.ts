import type { OutdatedTable } from './outdated';

export const retainedData = ['auth', 'shop'] as const;
export type RetainedData = (typeof retainedData)[number];

/** Reasons why a retention run deletes nothing: the clocks disagree, or the last run is too long ago. */
export const deletionStops = ['clocks', 'gap'] as const;
export type DeletionStop = (typeof deletionStops)[number];

/** Receives the result of the clock check before each retention run, for metrics. */
export abstract class DeletionClockObserver {
  abstract stopped(data: RetainedData, reason: DeletionStop): void;
  /**
   * Called when a retention run may delete rows. `behindMs` is the time in milliseconds by which the deletion
   * limit lags behind the clocks.
   */
  abstract advanced(data: RetainedData, behindMs: number): void;
}

/** Receives the number of deleted rows, for metrics. */
export abstract class RetentionObserver {
  abstract removed(table: OutdatedTable, rows: number): void;
  abstract removalFailed(table: OutdatedTable): void;
  /** Called when a retention run has processed all tables. */
  abstract removalDone(): void;
}
