import type { OutdatedTable } from './outdated';

/** The databases whose rows are deleted by age. */
export const retainedData = ['auth', 'shop'] as const;
export type RetainedData = (typeof retainedData)[number];

/** Reasons why a run deletes nothing: clocks that disagree, or a gap since the last run. */
export const deletionStops = ['clocks', 'gap'] as const;
export type DeletionStop = (typeof deletionStops)[number];

/** Receives the outcome of comparing the clocks before each run that deletes rows, for metrics. */
export abstract class DeletionClockObserver {
  abstract stopped(data: RetainedData, reason: DeletionStop): void;
  /** Called when a run deletes rows. `behindMs` is the time by which its limit is behind the clocks. */
  abstract advanced(data: RetainedData, behindMs: number): void;
}

/** Receives the counts of deleted rows, for metrics. */
export abstract class RetentionObserver {
  abstract removed(table: OutdatedTable, rows: number): void;
  abstract removalFailed(table: OutdatedTable): void;
  /** Called when a run has finished all tables. */
  abstract removalDone(): void;
}
