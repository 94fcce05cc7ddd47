/** Measured costs (docs/scaling.md): bytes including indexes, and CPU milliseconds. */
export const costs = {
  /** Meta object without its search entries. */
  bytesOfObject: 700,
  /** Search entry, one for each key of an object. */
  bytesOfEntry: 310,
  /** Events, deliveries and attempts of an average request in the mix of `npm run soak`. */
  bytesOfLog: 940,
  /** Retention of the log. */
  logDays: 30,
  /** CPU time of an average request in that mix, including events, deliveries and autovacuum. */
  databaseMs: 1.5,
  nodeMs: 2,
  /** Load of the busiest hour as a multiple of the average. */
  peak: 3,
};

/** Size of a shop. `entries`: keys of each object. `requests`: per day. */
export function bytesOf(objects: number, entries: number, requests: number): number {
  const { bytesOfObject, bytesOfEntry, bytesOfLog, logDays } = costs;
  return objects * (bytesOfObject + entries * bytesOfEntry) + requests * logDays * bytesOfLog;
}
