import type { OutdatedTable } from './outdated';

/** Counts what was removed, for whoever watches over the worker. */
export abstract class RetentionObserver {
  abstract removed(table: OutdatedTable, rows: number): void;
  abstract removalFailed(table: OutdatedTable): void;
  /** Every table was gone through. */
  abstract removalDone(): void;
}
