import { isUuid } from '@storewright/text';
import { ApiError } from './api-error';
import { dayAfter, dayAt, type Days, daysBetween, firstMomentOf } from './days';
import { timestampSchema } from './operation';
import { parseTimestamp } from './timestamp';

const DAY_MS = 86_400_000;
/** Maximum age of `filter[since]` in days, per interval. It limits the number of objects. */
const MAX_DAYS = { hour: 8, day: 31 };

export interface CountedSince {
  since: string;
  interval: keyof typeof MAX_DAYS;
}

/** Format of the id of a counted hour or day. */
export const spanIds = { pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2})?$' };
const isSpan = new RegExp(spanIds.pattern);
/** Formats of these ids for the Postgres function `to_char`. */
export const spanForms = { hour: 'YYYY-MM-DD"T"HH24', day: 'YYYY-MM-DD' } as const;

/** Describes the filters of `readCountedSince`. `counted` names the counted objects. */
export function countedFilters(counted: string) {
  return {
    since: {
      description: `${counted} at or after this time. Defaults to midnight six days ago.`,
      schema: timestampSchema,
    },
    interval: {
      description: 'Period that each object of the response covers.',
      schema: { type: 'string', enum: ['day', 'hour'], default: 'day' },
    },
  };
}

/**
 * Reads `filter[since]` and `filter[interval]`. The default is the last seven days by day, in this time zone.
 * Throws 400 if the time is too long ago.
 */
export function readCountedSince(
  filters: Readonly<Record<string, string>>,
  { now, zone }: { now: number; zone: string },
): CountedSince {
  const interval = intervalOf(filters);
  const since = readSince(filters) ?? weekAgo(now, zone);
  const most = MAX_DAYS[interval];
  if (Date.parse(since) < now - most * DAY_MS)
    throw refused(
      'since',
      `The time must be at most ${most} days ago for the interval "${interval}". Send a later time.`,
    );
  return { since, interval };
}

/** Returns the start of the day six days before today. */
export function weekAgo(now: number, zone: string): string {
  return new Date(firstMomentOf(dayAfter(dayAt(now, zone), -6), zone)).toISOString();
}

/** Returns the days from the given time until tomorrow. Tomorrow is included because clocks can be fast. */
export function daysSince(since: string, { now, zone }: { now: number; zone: string }): Days {
  const [first, last] = [dayAt(Date.parse(since), zone), dayAfter(dayAt(now, zone), 1)];
  return daysBetween(first, first > last ? first : last, zone);
}

/**
 * Reads the id of an hour or a day, such as `2026-11-21T09` or `2026-11-21`. Returns undefined for any other
 * text.
 */
export function countedSpan(id: string): CountedSince | undefined {
  const interval = id.includes('T') ? 'hour' : 'day';
  const since = isSpan.test(id) ? parseTimestamp(interval === 'hour' ? `${id}:00Z` : id) : undefined;
  return since === undefined ? undefined : { since, interval };
}

export function intervalOf({ interval = 'day' }: Readonly<Record<string, string>>): CountedSince['interval'] {
  if (interval !== 'day' && interval !== 'hour') throw refused('interval', 'Send "day" or "hour".');
  return interval;
}

/** Reads `filter[since]`. Throws 400 if the value is not a time. */
export function readSince({ since }: Readonly<Record<string, string>>): string | undefined {
  if (since === undefined) return undefined;
  const time = parseTimestamp(since);
  if (time !== undefined) return time;
  throw refused('since', 'Send a time with its offset, such as "2030-01-31T12:00:00Z".');
}

/** Reads a filter whose value is the id of an object. Throws 400 if the value is not a UUID. */
export function readUuid(filters: Readonly<Record<string, string>>, filter: string): string | undefined {
  const id = filters[filter];
  if (id !== undefined && !isUuid(id)) throw refused(filter, 'Send a UUID.');
  return id;
}

function refused(filter: string, detail: string): ApiError {
  const source = { parameter: `filter[${filter}]` };
  return new ApiError('invalid_query_parameter', { detail, source });
}
