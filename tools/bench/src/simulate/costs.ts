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
  /** Share of `databaseMs` that writes cause, by the processor times in `citus` and a third of writes. */
  writeShare: 0.69,
  /**
   * Processor time of a Citus cluster as a multiple of plain Postgres (`npm run bench -- citus`). Reads come from the
   * nodes (SHOP_READS_FROM_NODES).
   */
  citus: {
    reads: { coordinator: 0, workers: 1.3 },
    writes: { coordinator: 2.6, workers: 2.7 },
  },
  /** Size of a worker node: bytes of data, processors, and the share of them that is busy in the busiest hour. */
  worker: { bytes: 600e9, processors: 4, busyShare: 0.5 },
  /** Load of the busiest hour as a multiple of the average. */
  peak: 3,
};

/** Returns the busy processors of the coordinator and of all workers at this number of requests a second. */
export function citusProcessors(perSecond: number): { coordinator: number; workers: number } {
  const { reads, writes } = costs.citus;
  const busy = (node: 'coordinator' | 'workers') =>
    (perSecond *
      costs.databaseMs *
      (costs.writeShare * writes[node] + (1 - costs.writeShare) * reads[node])) /
    1_000;
  return { coordinator: busy('coordinator'), workers: busy('workers') };
}

/** Returns the number of worker nodes that the data and the requests need. */
export function workersFor(bytes: number, perSecond: number): number {
  const { worker } = costs;
  const byRequests = citusProcessors(perSecond).workers / (worker.processors * worker.busyShare);
  return Math.ceil(Math.max(bytes / worker.bytes, byRequests));
}

/**
 * Returns the bytes of a shop. `entries` is the number of keys per object, and `requests` is the number of
 * requests per day.
 */
export function bytesOf(objects: number, entries: number, requests: number): number {
  const { bytesOfObject, bytesOfEntry, bytesOfLog, logDays } = costs;
  return objects * (bytesOfObject + entries * bytesOfEntry) + requests * logDays * bytesOfLog;
}
