export { DeletionClock, realTime, TIME_SOURCES, type TimeSources } from './deletion-clock';
export { type OutdatedTable, outdatedTables, retentionTimes } from './outdated';
export { OutdatedRows, RETENTION_SETTINGS, type RetentionSettings } from './outdated-rows';
export {
  DeletionClockObserver,
  type DeletionStop,
  deletionStops,
  retainedData,
  type RetainedData,
  RetentionObserver,
} from './retention-observer';
