import { ApiError } from './api-error';
import { dayAfter, dayAt, type Days, daysBetween, firstMomentOf } from './days';
import { isUuid } from './cursor';
import { timestampSchema } from './operation';
import { parseTimestamp } from './timestamp';

const dayMs = 86_400_000;
/** How far one request goes back: so many hours or days are shown. */
const mostDays = { hour: 8, day: 31 };

export interface CountedSince {
  since: string;
  interval: keyof typeof mostDays;
}

/** What the id of an hour or day is. */
export const spanIds = { pattern: '^\\d{4}-\\d{2}-\\d{2}(T\\d{2})?$' };
const isSpan = new RegExp(spanIds.pattern);
/** As `to_char` of Postgres writes it. */
export const spanForms = { hour: 'YYYY-MM-DD"T"HH24', day: 'YYYY-MM-DD' } as const;

/** The filters that `readCountedSince` reads. `counted`: what is counted from then on. */
export function countedFilters(counted: string) {
  return {
    since: {
      description: `${counted} then or later; without it today and the six days before.`,
      schema: timestampSchema,
    },
    interval: {
      description: 'What each object is about.',
      schema: { type: 'string', enum: ['day', 'hour'], default: 'day' },
    },
  };
}

/** Reads `filter[since]` and `filter[interval]`: without them the days of today and the six before, in the zone. Throws 400 where it is too long ago. */
export function readCountedSince(
  filters: Readonly<Record<string, string>>,
  { now, zone }: { now: number; zone: string },
): CountedSince {
  const interval = intervalOf(filters);
  const since = readSince(filters) ?? weekAgo(now, zone);
  const most = mostDays[interval];
  if (Date.parse(since) < now - most * dayMs)
    throw refused(
      'since',
      `It is more than ${most} days ago, which is as far as one request goes back by the ${interval}.`,
    );
  return { since, interval };
}

/** When the day began that was six days before today. */
export function weekAgo(now: number, zone: string): string {
  return new Date(firstMomentOf(dayAfter(dayAt(now, zone), -6), zone)).toISOString();
}

/** From the day of that moment until tomorrow, so that a clock that is ahead finds its day. */
export function daysSince(since: string, { now, zone }: { now: number; zone: string }): Days {
  const [first, last] = [dayAt(Date.parse(since), zone), dayAfter(dayAt(now, zone), 1)];
  return daysBetween(first, first > last ? first : last, zone);
}

/** The hour or day of an id, `2026-11-21T09` or `2026-11-21`; undefined where it names none. */
export function countedSpan(id: string): CountedSince | undefined {
  const interval = id.includes('T') ? 'hour' : 'day';
  const since = isSpan.test(id) ? parseTimestamp(interval === 'hour' ? `${id}:00Z` : id) : undefined;
  return since === undefined ? undefined : { since, interval };
}

export function intervalOf({ interval = 'day' }: Readonly<Record<string, string>>): CountedSince['interval'] {
  if (interval !== 'day' && interval !== 'hour') throw refused('interval', 'It is either "day" or "hour".');
  return interval;
}

/** Reads `filter[since]`. Throws 400 where it is no time. */
export function readSince({ since }: Readonly<Record<string, string>>): string | undefined {
  if (since === undefined) return undefined;
  const time = parseTimestamp(since);
  if (time !== undefined) return time;
  throw refused('since', 'It is a time with its offset, such as "2030-01-31T12:00:00Z".');
}

/** Reads a filter that names one object. Throws 400 where it is no UUID. */
export function readUuid(filters: Readonly<Record<string, string>>, filter: string): string | undefined {
  const id = filters[filter];
  if (id !== undefined && !isUuid(id)) throw refused(filter, 'It is a UUID.');
  return id;
}

function refused(filter: string, detail: string): ApiError {
  const source = { parameter: `filter[${filter}]` };
  return new ApiError('invalid_query_parameter', { detail, source });
}
