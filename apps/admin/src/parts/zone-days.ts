const hourMs = 3_600_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  return format;
}

/** Returns the UTC offset of a time zone at a given time, in milliseconds. */
export function offsetAt(moment: number, zone: string): number {
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(formatOf(zone).format(moment)) ?? [];
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}

/** Formats a time in a time zone for `datetime-local`, such as `2026-11-30T15:00`. */
export function clockAt(moment: number, zone: string): string {
  return new Date(moment + offsetAt(moment, zone)).toISOString().slice(0, 16);
}

/** Formats the day of a time in a time zone, such as `2026-11-30`. */
export function dayAt(moment: number, zone: string): string {
  return clockAt(moment, zone).slice(0, 10);
}

/**
 * Converts a local time such as `2026-11-30T15:00` to milliseconds since 1970. Invalid text becomes NaN.
 *
 * At a clock change, an ambiguous local time means the earlier time. A skipped local time means the moment of the
 * change. The services use the same rule for the start of a day.
 */
export function momentOf(clock: string, zone: string): number {
  const local = Date.parse(`${clock}Z`);
  if (Number.isNaN(local)) return NaN;
  const [before, after] = [offsetAt(local - 15 * hourMs, zone), offsetAt(local + 13 * hourMs, zone)];
  const [early, late] = [local - before, local - after];
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

/** Returns the start of a local day such as `2026-11-30` in milliseconds since 1970. */
export function firstMomentOf(day: string, zone: string): number {
  return momentOf(`${day}T00:00`, zone);
}

/** Returns the day that is `days` after `day`. A negative number returns an earlier day. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * 24 * hourMs).toISOString().slice(0, 10);
}

/** Returns the last `count` days in the time zone, up to today. */
export function lastDates(now: number, count: number, zone: string): string[] {
  return datesUpTo(dayAt(now, zone), count);
}

export function datesUpTo(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => dayAfter(day, at + 1 - count));
}

/**
 * True if local hours start at other times than UTC hours, as in India. Counts by UTC hour then assign some requests
 * to the previous day.
 */
export function isOffTheHour(zone: string, now: number): boolean {
  return offsetAt(now, zone) % hourMs !== 0;
}
