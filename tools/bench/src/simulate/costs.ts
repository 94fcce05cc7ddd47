/** Measured costs: sizes in bytes, including database indexes, and CPU milliseconds (docs/scaling.md). */
export const costs = {
  /** Size in bytes of a meta object without its rows in the search index. */
  bytesOfObject: 700,
  /** Size in bytes of a row in the search index. A meta object has one row for each key. */
  bytesOfEntry: 310,
  /**
   * Size in bytes of the events, deliveries and attempts that an average request of `npm run soak` causes.
   */
  bytesOfLog: 940,
  logDays: 30,
  /**
   * Database CPU milliseconds of an average request of `npm run soak`, including events, deliveries and
   * autovacuum.
   */
  databaseMs: 1.5,
  nodeMs: 2,
  /** Share of `databaseMs` for writes, if a third of all requests are writes. */
  writeShare: 0.69,
  /**
   * CPU time of a Citus cluster as a multiple of plain Postgres (`npm run bench -- citus`). Reads go directly
   * to the worker nodes (SHOP_READS_FROM_NODES).
   */
  citus: {
    reads: { coordinator: 0, workers: 1.3 },
    writes: { coordinator: 2.6, workers: 2.7 },
  },
  /**
   * Capacity of a worker node: data in bytes, number of processors, and the maximum load of the processors in
   * the busiest hour.
   */
  worker: { bytes: 600e9, processors: 4, busyShare: 0.5 },
  /** Load of the busiest hour as a multiple of the average load. */
  peak: 3,
};

/**
 * Returns the number of fully used processors on the coordinator and on all workers together at the given
 * rate of requests.
 */
export function citusProcessors(perSecond: number): { coordinator: number; workers: number } {
  const { reads, writes } = costs.citus;
  const busy = (node: 'coordinator' | 'workers') =>
    (perSecond *
      costs.databaseMs *
      (costs.writeShare * writes[node] + (1 - costs.writeShare) * reads[node])) /
    1_000;
  return { coordinator: busy('coordinator'), workers: busy('workers') };
}

export function workersFor(bytes: number, perSecond: number): number {
  const { worker } = costs;
  const byRequests = citusProcessors(perSecond).workers / (worker.processors * worker.busyShare);
  return Math.ceil(Math.max(bytes / worker.bytes, byRequests));
}

/**
 * Returns the size of a shop in bytes. `entries` is the number of keys per meta object, and `requests` is the
 * number of requests per day.
 */
export function bytesOf(objects: number, entries: number, requests: number): number {
  const { bytesOfObject, bytesOfEntry, bytesOfLog, logDays } = costs;
  return objects * (bytesOfObject + entries * bytesOfEntry) + requests * logDays * bytesOfLog;
}
