import { ApiError } from './api-error';
import { parseTimestamp } from './timestamp';

const dayMs = 86_400_000;
/** How far one request goes back: so many hours or days are shown. */
const mostDays = { hour: 8, day: 31 };

export interface CountedSince {
  since: string;
  interval: keyof typeof mostDays;
}

/** Reads `filter[since]` and `filter[interval]`: without them the days of today and the six before. Throws 400 where it is too long ago. */
export function readCountedSince(filters: Readonly<Record<string, string>>, now: number): CountedSince {
  const interval = intervalOf(filters);
  const since = readSince(filters) ?? new Date(Math.floor(now / dayMs) * dayMs - 6 * dayMs).toISOString();
  const most = mostDays[interval];
  if (Date.parse(since) < now - most * dayMs)
    throw refused(
      'since',
      `It is more than ${most} days ago, which is as far as one request goes back by the ${interval}.`,
    );
  return { since, interval };
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

function refused(filter: string, detail: string): ApiError {
  const source = { parameter: `filter[${filter}]` };
  return new ApiError('invalid_query_parameter', { detail, source });
}
