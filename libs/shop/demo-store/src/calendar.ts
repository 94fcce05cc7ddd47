import type { Random } from './random';

export const minute = 60_000;
export const hour = 60 * minute;
export const day = 24 * hour;

/**
 * Relative demo sales by month, by weekday (starting with Sunday) and by hour of the day. 1 is the average.
 */
const ofMonth = [0.8, 0.85, 0.95, 1, 1, 0.9, 0.8, 0.8, 1, 1.1, 1.6, 1.9];
const ofWeekday = [1.15, 1.15, 1.05, 1, 1, 0.95, 0.75];
const ofHour = [
  ...[0.2, 0.1, 0.1, 0.1, 0.1, 0.2, 0.4, 0.8, 1, 1.2, 1.3, 1.2],
  ...[1.3, 1.2, 1.1, 1.1, 1.2, 1.3, 1.5, 1.9, 2.1, 1.8, 1.1, 0.5],
];

/**
 * Returns `count` ascending order times before `end`. Their density follows seasons, weekdays, hours of the
 * day, and growth of the shop. All times differ by at least one millisecond.
 */
export function moments(random: Random, { days, end, count }: { days: number; end: number; count: number }) {
  const dates = Array.from({ length: days }, (_, at) => end - (days - at) * day);
  const upTo: number[] = [];
  let total = 0;
  for (const [at, date] of dates.entries()) upTo.push((total += weightOf(date) * (1 + at / days)));
  const hours = ofHour.map((weight, at) => [at, weight] as const);
  const found = new Set<number>();
  while (found.size < count) {
    const wanted = random.next() * total;
    const date = dates[upTo.findIndex((each) => wanted < each)]!;
    found.add(date + random.weighted(hours) * hour + random.whole(0, hour - 1));
  }
  return [...found].sort((one, other) => one - other);
}

function weightOf(date: number): number {
  const at = new Date(date);
  return ofMonth[at.getUTCMonth()]! * ofWeekday[at.getUTCDay()]!;
}

export const timestamp = (moment: number) => new Date(moment).toISOString();
