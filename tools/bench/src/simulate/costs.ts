/** Measured costs in bytes, including indexes, and in CPU milliseconds (docs/scaling.md). */
export const costs = {
  /** Bytes of a meta object without its search entries. */
  bytesOfObject: 700,
  /** Bytes of a search entry. An object has one entry for each key. */
  bytesOfEntry: 310,
  /** Bytes of events, deliveries and attempts for an average request in the mix of `npm run soak`. */
  bytesOfLog: 940,
  /** Retention of the event log in days. */
  logDays: 30,
  /**
   * Database CPU milliseconds of an average request in that mix, including events, deliveries and autovacuum.
   */
  databaseMs: 1.5,
  nodeMs: 2,
  /** Load of the busiest hour as a multiple of the average. */
  peak: 3,
};

/**
 * Returns the bytes of a shop. `entries` is the number of keys per object, and `requests` is the number of
 * requests per day.
 */
export function bytesOf(objects: number, entries: number, requests: number): number {
  const { bytesOfObject, bytesOfEntry, bytesOfLog, logDays } = costs;
  return objects * (bytesOfObject + entries * bytesOfEntry) + requests * logDays * bytesOfLog;
}
