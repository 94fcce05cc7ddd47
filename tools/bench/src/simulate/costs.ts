/** What was measured (docs/scaling.md says by which command): bytes with all indexes, ms of a processor. */
export const costs = {
  /** A meta object without its entries. */
  bytesOfObject: 700,
  /** A search entry: a key of an object. */
  bytesOfEntry: 310,
  /** What the average request of the mix of `npm run soak` leaves in the log: events, deliveries and their attempts. */
  bytesOfLog: 940,
  /** For how many days. */
  logDays: 30,
  /** Processor time of the average request of that mix, with its share of events, deliveries and autovacuum. */
  databaseMs: 1.5,
  nodeMs: 2,
  /** The busiest hour of the day, by the average one. */
  peak: 3,
};

/** Of a shop that has so many objects, with so many keys each, and so many requests a day. */
export function bytesOf(objects: number, entries: number, requests: number): number {
  const { bytesOfObject, bytesOfEntry, bytesOfLog, logDays } = costs;
  return objects * (bytesOfObject + entries * bytesOfEntry) + requests * logDays * bytesOfLog;
}
