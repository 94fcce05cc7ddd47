export interface Reads {
  reads: number;
  writes: number;
}

/** Requests of an app for one resource type on one day (UTC). */
export interface ActivityDay extends Reads {
  day: string;
  type: string;
  /** Number of customers whose data the app received. */
  customers: number;
  /** Ids of some of the customers whose data the app received. */
  customer_ids: string[];
}

export type ActivityDays = readonly ActivityDay[];

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns one chart row for each of the last `count` days (UTC), oldest first. Days without requests have zeros. */
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

export function sumsByType(days: ActivityDays): (Reads & { type: string })[] {
  const sums = new Map<string, Reads & { type: string }>();
  for (const { type, reads, writes } of days) {
    const sum = sums.get(type) ?? { type, reads: 0, writes: 0 };
    sums.set(type, { type, reads: sum.reads + reads, writes: sum.writes + writes });
  }
  return [...sums.values()].sort((one, other) => other.reads + other.writes - one.reads - one.writes);
}

/** Returns the lines of an activity CSV file, including a header and an empty last line. */
export function csvLines(days: ActivityDays): string[] {
  const lines = days.map(({ day, type, reads, writes, customers, customer_ids }) =>
    [day, type, reads, writes, customers, customer_ids.join(' ')].join(','),
  );
  return ['day,type,reads,writes,customers,customer_ids', ...lines, ''];
}
