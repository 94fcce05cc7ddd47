import { isUuid } from '@storewright/text';
import { ApiError } from './api-error';
import { dayAfter, dayAt, type Days, daysBetween, firstMomentOf } from './days';
import { timestampSchema } from './operation';
import { parseTimestamp } from './timestamp';

const DAY_MS = 86_400_000;
/**
 * Maximum age of `filter[since]` in days, for hourly and for daily counts. It limits the number of counts in
 * a response.
 */
const MAX_DAYS = { hour: 8, day: 31 };

export interface CountedSince {
  since: string;
  interval: keyof typeof MAX_DAYS;
}

/**
 * Pattern of the id of an hourly count, such as `2026-11-21T09`, or of a daily count, such as `2026-11-21`.
 */
export const spanIds = { pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2})?$' };
const isSpan = new RegExp(spanIds.pattern);
/** Formats with which the Postgres function `to_char` creates the ids of hourly and daily counts. */
export const spanForms = { hour: 'YYYY-MM-DD"T"HH24', day: 'YYYY-MM-DD' } as const;

/**
 * OpenAPI descriptions of `filter[since]` and `filter[interval]`. `counted` is the beginning of the sentence
 * about `filter[since]`, such as "Hours that start".
 */
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
 * Reads `filter[since]` and `filter[interval]`. Defaults to daily counts of the last seven days in the time
 * zone `zone`. Throws 400 if the time in `filter[since]` is older than the maximum age.
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

/** Returns midnight six days ago in a time zone. The period since then covers seven days including today. */
export function weekAgo(now: number, zone: string): string {
  return new Date(firstMomentOf(dayAfter(dayAt(now, zone), -6), zone)).toISOString();
}

/**
 * Returns the days from the given time until tomorrow. Includes tomorrow because another server's clock can be
 * ahead.
 */
export function daysSince(since: string, { now, zone }: { now: number; zone: string }): Days {
  const [first, last] = [dayAt(Date.parse(since), zone), dayAfter(dayAt(now, zone), 1)];
  return daysBetween(first, first > last ? first : last, zone);
}

/**
 * Parses the id of an hourly or daily count, such as `2026-11-21T09` or `2026-11-21`. Returns undefined for
 * invalid ids.
 */
export function countedSpan(id: string): CountedSince | undefined {
  const interval = id.includes('T') ? 'hour' : 'day';
  const since = isSpan.test(id) ? parseTimestamp(interval === 'hour' ? `${id}:00Z` : id) : undefined;
  return since === undefined ? undefined : { since, interval };
}

export function intervalOf({ interval = 'day' }: Readonly<Record<string, string>>): CountedSince['interval'] {
  if (interval !== 'day' && interval !== 'hour')
    throw refused('interval', 'filter[interval] must be "day" or "hour".');
  return interval;
}

export function readSince({ since }: Readonly<Record<string, string>>): string | undefined {
  if (since === undefined) return undefined;
  const time = parseTimestamp(since);
  if (time !== undefined) return time;
  throw refused('since', 'filter[since] must be a time with its offset, such as "2030-01-31T12:00:00Z".');
}

export function readUuid(filters: Readonly<Record<string, string>>, filter: string): string | undefined {
  const id = filters[filter];
  if (id !== undefined && !isUuid(id)) throw refused(filter, `filter[${filter}] must be a UUID.`);
  return id;
}

function refused(filter: string, detail: string): ApiError {
  const source = { parameter: `filter[${filter}]` };
  return new ApiError('invalid_query_parameter', { detail, source });
}
