/** Numbers of requests that read and wrote. */
export interface Reads {
  reads: number;
  writes: number;
}

/** Requests of an app by day (UTC) and type of resource, newest day first. */
export type ActivityDays = readonly (Reads & { day: string; type: string })[];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns one row for each of the last days (UTC), oldest first, also for days without requests. */
export function chartDays(days: ActivityDays, count: number, nowMs: number): (Reads & { day: string })[] {
  const rows = Array.from({ length: count }, (_, at) => {
    const day = new Date(nowMs - (count - 1 - at) * DAY_MS).toISOString().slice(0, 10);
    return { day, reads: 0, writes: 0 };
  });
  const byDay = new Map(rows.map((row) => [row.day, row]));
  for (const { day, reads, writes } of days) {
    const row = byDay.get(day);
    if (!row) continue;
    row.reads += reads;
    row.writes += writes;
  }
  return rows;
}

/** Sums of all days by type, the most used type first. */
export function sumsByType(days: ActivityDays): (Reads & { type: string })[] {
  const sums = new Map<string, Reads & { type: string }>();
  for (const { type, reads, writes } of days) {
    const sum = sums.get(type) ?? { type, reads: 0, writes: 0 };
    sums.set(type, { type, reads: sum.reads + reads, writes: sum.writes + writes });
  }
  return [...sums.values()].sort((one, other) => other.reads + other.writes - one.reads - one.writes);
}
