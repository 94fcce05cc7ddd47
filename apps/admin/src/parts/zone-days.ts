const hourMs = 3_600_000;

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  formats.set(zone, format);
  return format;
}

/** By how much clocks in the zone are ahead of UTC at that moment, in ms. */
export function offsetAt(moment: number, zone: string): number {
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(formatOf(zone).format(moment)) ?? [];
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}

/** What the clocks of the zone show at that moment: `2026-11-30T15:00`, as the browser's own field takes it. */
export function clockAt(moment: number, zone: string): string {
  return new Date(moment + offsetAt(moment, zone)).toISOString().slice(0, 16);
}

/** The day that it is then: `2026-11-30`. */
export function dayAt(moment: number, zone: string): string {
  return clockAt(moment, zone).slice(0, 10);
}

/**
 * When the clocks of the zone show this, `2026-11-30T15:00`: the first time of two, and where they leap over it, when they do. NaN: it is no time. The services have
 * the same rule for where a day begins.
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

/** When the day begins, `2026-11-30`. */
export function firstMomentOf(day: string, zone: string): number {
  return momentOf(`${day}T00:00`, zone);
}

/** The day so many days later, or earlier. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + days * 24 * hourMs).toISOString().slice(0, 10);
}

/** The last days in the zone, today's last. */
export function lastDates(now: number, count: number, zone: string): string[] {
  return datesUpTo(dayAt(now, zone), count);
}

/** So many days, of which this is the last. */
export function datesUpTo(day: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => dayAfter(day, at + 1 - count));
}

/** Whether an hour of UTC begins at another minute there, as in India: what is counted by such hours is counted by days that begin so much later. */
export function isOffTheHour(zone: string, now: number): boolean {
  return offsetAt(now, zone) % hourMs !== 0;
}
