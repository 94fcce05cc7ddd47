const DAY_MS = 86_400_000;
const [earliest, latest] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

const formats = new Map<string, Intl.DateTimeFormat>();

/** True for IANA time zone names in any letter case. Offsets such as `+02:00` are invalid. */
export function isTimeZone(name: string): boolean {
  return /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(name) && formatOf(name) !== undefined;
}

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const known = formats.get(zone);
  if (known) return known;
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
    formats.set(zone, format);
    return format;
  } catch {
    return undefined;
  }
}

/**
 * Returns the UTC offset of a time zone at the given time, in milliseconds. Returns 0 for an unknown time zone,
 * which imported data can contain.
 */
function offsetAt(moment: number, zone: string): number {
  const text = formatOf(zone)?.format(moment) ?? '';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}

export function dayAt(moment: number, zone: string): string {
  return dateOf(moment + offsetAt(moment, zone));
}

/**
 * Returns the time at which a day starts in a time zone. If clocks are set back across midnight, the day
 * starts at the first midnight. If a clock change skips midnight, the day starts when the skipped period
 * ends.
 */
export function firstMomentOf(day: string, zone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // UTC offsets several hours before and after the local midnight. At most one clock change happens between
  // these two times.
  const [before, after] = [
    offsetAt(midnight - 15 * 3_600_000, zone),
    offsetAt(midnight + 13 * 3_600_000, zone),
  ];
  const [early, late] = [midnight - before, midnight - after];
  if (before === after || offsetAt(early, zone) === before) return early;
  if (offsetAt(late, zone) === after) return late;
  let [from, to] = [late / 1000, early / 1000];
  while (to - from > 1) {
    const middle = Math.floor((from + to) / 2);
    if (offsetAt(middle * 1000, zone) === after) to = middle;
    else from = middle;
  }
  return to * 1000;
}

/**
 * Adds days to a date. Returns 0001-01-01 instead of earlier dates, because Postgres cannot parse these in
 * ISO format.
 */
export function dayAfter(day: string, days: number): string {
  return dateOf(Math.max(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS, earliest));
}

/**
 * Consecutive days in a time zone. `starts` contains the time at which each day starts, and `end` is the time
 * at which the last day ends.
 */
export interface Days {
  days: string[];
  starts: string[];
  end: string;
}

/**
 * Returns the days from `first` to `last`, inclusive. The SQL expression `width_bucket(at, starts)` returns
 * the index in `days`, counted from 1, of the day that contains the time `at`.
 */
export function daysBetween(first: string, last: string, zone: string): Days {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / DAY_MS) + 1;
  const days = Array.from({ length: count }, (_, at) => dayAfter(first, at));
  const starts = days.map((day) => momentOf(firstMomentOf(day, zone)));
  return { days, starts, end: momentOf(firstMomentOf(dayAfter(last, 1), zone)) };
}

/** Returns an ISO timestamp in the years 1 to 9999, because Postgres cannot parse other years. */
function momentOf(ms: number): string {
  return new Date(Math.min(Math.max(ms, earliest), latest)).toISOString();
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
