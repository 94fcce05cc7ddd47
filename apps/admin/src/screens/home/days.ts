import { firstMomentOf, lastDates } from '../../parts/zone-days';

/** Requests within an hour or a day. */
export interface Count {
  requests: number;
  /** Answered with 4xx. */
  client_errors: number;
  /** Answered with 5xx. */
  server_errors: number;
}

export interface CountAt extends Count {
  /** When the hour begins, in UTC. */
  start: string;
}

export interface DayCount extends Count {
  /** Its first moment. */
  day: Date;
}

/** The first moments of the last days in the zone, today's last. */
export function lastDays(now: number, count: number, zone: string): Date[] {
  return lastDates(now, count, zone).map((day) => new Date(firstMomentOf(day, zone)));
}

/** Adds up hours of UTC to the days in which they begin. What is older than the first day is left out. */
export function byDay(hours: readonly CountAt[], days: readonly Date[]): DayCount[] {
  const counts = days.map((day) => ({ day, requests: 0, client_errors: 0, server_errors: 0 }));
  for (const hour of hours) {
    const start = Date.parse(hour.start);
    const day = counts.findLast((each) => each.day.getTime() <= start);
    if (day) add(day, hour);
  }
  return counts;
}

/** All of them together. */
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
