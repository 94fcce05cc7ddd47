const dayMs = 86_400_000;
const [earliest, latest] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59.999Z')];

const formats = new Map<string, Intl.DateTimeFormat>();

/** Whether it is a name of a time zone as the IANA database has them; `+02:00` and other offsets are none. Their case is looked at elsewhere. */
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

/** By how much clocks in the zone are ahead of UTC at that moment, in ms. A zone that this machine does not know, as after an import, is UTC. */
function offsetAt(moment: number, zone: string): number {
  const text = formatOf(zone)?.format(moment) ?? '';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return sign === '-' ? -ms : ms;
}

/** The day that it is in the zone at that moment: `2026-11-21`. */
export function dayAt(moment: number, zone: string): string {
  return dateOf(moment + offsetAt(moment, zone));
}

/** Where a day begins in the zone: at midnight, at the first of two midnights, or when clocks leap over it. */
export function firstMomentOf(day: string, zone: string): number {
  const midnight = Date.parse(`${day}T00:00:00Z`);
  // Midnight in the zone lies between these, and clocks are changed once there at most.
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

/** The day so many days later, or earlier; not before the first day that there is. */
export function dayAfter(day: string, days: number): string {
  return dateOf(Math.max(Date.parse(`${day}T00:00:00Z`) + days * dayMs, earliest));
}

/** Days in a row, and the moments between which they are. */
export interface Days {
  days: string[];
  /** When each of them begins. */
  starts: string[];
  /** When the last one has ended. */
  end: string;
}

/** From the first day to the last one, both included, as a statement takes them: `width_bucket(at, starts)` is the place of the day in `days`. */
export function daysBetween(first: string, last: string, zone: string): Days {
  const count = Math.round((Date.parse(last) - Date.parse(first)) / dayMs) + 1;
  const days = Array.from({ length: count }, (_, at) => dayAfter(first, at));
  const starts = days.map((day) => momentOf(firstMomentOf(day, zone)));
  return { days, starts, end: momentOf(firstMomentOf(dayAfter(last, 1), zone)) };
}

/** Of the years that four digits can show: Postgres reads no others. */
function momentOf(ms: number): string {
  return new Date(Math.min(Math.max(ms, earliest), latest)).toISOString();
}

function dateOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
