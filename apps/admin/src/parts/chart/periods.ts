import { firstMomentOf, lastDates } from '../zone-days';

/** A bar of a chart: an hour in UTC or a day in the shop's time zone. */
export interface TimeSpan {
  start: Date;
  interval: 'hour' | 'day';
}

const hourMs = 3_600_000;

export const periods = {
  day: { interval: 'hour', count: 24 },
  week: { interval: 'day', count: 7 },
  month: { interval: 'day', count: 30 },
} as const;

export type Period = keyof typeof periods;

/** Returns the hours or days of a chart's period, oldest first. The last time span contains `now`. */
export function spansOf(period: Period, now: number, zone: string): TimeSpan[] {
  const { interval, count } = periods[period];
  const last = Math.floor(now / hourMs) * hourMs;
  const starts =
    interval === 'day'
      ? lastDates(now, count, zone).map((day) => firstMomentOf(day, zone))
      : Array.from({ length: count }, (_, at) => last - (count - 1 - at) * hourMs);
  return starts.map((start) => ({ interval, start: new Date(start) }));
}

/**
 * Returns each time span of a chart with its count. Compares midpoints, because the time zone data of browser and
 * server can differ.
 */
export function bySpan<Known extends { start: string }>(
  spans: readonly TimeSpan[],
  known: readonly Known[],
): { span: TimeSpan; known: Known | undefined }[] {
  const middle = spans[0]?.interval === 'day' ? 12 * hourMs : hourMs / 2;
  const spanOf = ({ start }: Known) => {
    const at = Date.parse(start) + middle;
    const found = spans.findLast((span) => span.start.getTime() <= at);
    // Ignores a count that starts before the previous time span. A missing hour must not show the count of the
    // previous hour.
    return found && at < found.start.getTime() + 2 * middle + hourMs ? found : undefined;
  };
  const bySpan = new Map(known.map((each) => [spanOf(each), each]));
  return spans.map((span) => ({ span, known: bySpan.get(span) }));
}
