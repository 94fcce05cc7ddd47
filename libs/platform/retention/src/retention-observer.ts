import type { OutdatedTable } from './outdated';

export const retainedData = ['auth', 'shop'] as const;
export type RetainedData = (typeof retainedData)[number];

export const deletionStops = ['clocks', 'gap'] as const;
export type DeletionStop = (typeof deletionStops)[number];

export abstract class DeletionClockObserver {
  abstract stopped(data: RetainedData, reason: DeletionStop): void;
  /**
   * Called before a retention run deletes rows. `behindMs` is the difference in milliseconds between the
   * clocks and the time before which expired rows are deleted.
   */
  abstract advanced(data: RetainedData, behindMs: number): void;
}

export abstract class RetentionObserver {
  abstract removed(table: OutdatedTable, rows: number): void;
  abstract removalFailed(table: OutdatedTable): void;
  abstract removalDone(): void;
}
