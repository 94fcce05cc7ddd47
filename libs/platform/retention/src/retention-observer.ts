import type { OutdatedTable } from './outdated';

/** The databases whose rows are deleted by age. */
export const retainedData = ['auth', 'shop'] as const;
export type RetainedData = (typeof retainedData)[number];

/** Why a run deletes nothing: clocks that disagree, or a gap since the last run. */
export const deletionStops = ['clocks', 'gap'] as const;
export type DeletionStop = (typeof deletionStops)[number];

/** Observes whether deletions may advance. */
export abstract class DeletionClockObserver {
  abstract stopped(data: RetainedData, reason: DeletionStop): void;
  /** A run deletes. `behindMs`: how far its time is behind the clocks. */
  abstract advanced(data: RetainedData, behindMs: number): void;
}

/** Receives the counts of deleted rows, for metrics. */
export abstract class RetentionObserver {
  abstract removed(table: OutdatedTable, rows: number): void;
  abstract removalFailed(table: OutdatedTable): void;
  /** All tables are done. */
  abstract removalDone(): void;
}
