import { firstMomentOf, lastDates } from '../../parts/zone-days';

export interface Count {
  requests: number;
  /** Number of responses with status 4xx. */
  client_errors: number;
  /** Number of responses with status 5xx. */
  server_errors: number;
}

export interface CountAt extends Count {
  start: string;
}

export interface DayCount extends Count {
  day: Date;
}

/** Returns the start of each of the last `count` days in the time zone, up to today. */
export function lastDays(now: number, count: number, zone: string): Date[] {
  return lastDates(now, count, zone).map((day) => new Date(firstMomentOf(day, zone)));
}

/** Sums hourly counts by local day. Ignores hours before the first day. */
export function byDay(hours: readonly CountAt[], days: readonly Date[]): DayCount[] {
  const counts = days.map((day) => ({ day, requests: 0, client_errors: 0, server_errors: 0 }));
  for (const hour of hours) {
    const start = Date.parse(hour.start);
    const day = counts.findLast((each) => each.day.getTime() <= start);
    if (day) add(day, hour);
  }
  return counts;
}

export function sum(counts: readonly Count[]): Count {
  const total = { requests: 0, client_errors: 0, server_errors: 0 };
  for (const count of counts) add(total, count);
  return total;
}

function add(total: Count, more: Count): void {
  total.requests += more.requests;
  total.client_errors += more.client_errors;
  total.server_errors += more.server_errors;
}
