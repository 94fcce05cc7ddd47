import { firstMomentOf, lastDates } from '../zone-days';

/** An hour of UTC or a day of the zone, by its first moment. */
export interface TimeSpan {
  start: Date;
  interval: 'hour' | 'day';
}

const hourMs = 3_600_000;

/** What a chart looks back: so many hours or days. */
export const periods = {
  day: { interval: 'hour', count: 24 },
  week: { interval: 'day', count: 7 },
  month: { interval: 'day', count: 30 },
} as const;

export type Period = keyof typeof periods;

/** The hours or days of a period, that of now last. */
export function spansOf(period: Period, now: number, zone: string): TimeSpan[] {
  const { interval, count } = periods[period];
  const last = Math.floor(now / hourMs) * hourMs;
  const starts =
    interval === 'day'
      ? lastDates(now, count, zone).map((day) => firstMomentOf(day, zone))
      : Array.from({ length: count }, (_, at) => last - (count - 1 - at) * hourMs);
  return starts.map((start) => ({ interval, start: new Date(start) }));
}

/** What is known of each, where anything is: by the span that its middle lies in, so that another edition of the zones, here and there, loses nothing. */
export function bySpan<Known extends { start: string }>(
  spans: readonly TimeSpan[],
  known: readonly Known[],
): { span: TimeSpan; known: Known | undefined }[] {
  const middle = spans[0]?.interval === 'day' ? 12 * hourMs : hourMs / 2;
  const spanOf = ({ start }: Known) => {
    const at = Date.parse(start) + middle;
    const found = spans.findLast((span) => span.start.getTime() <= at);
    // Behind the last one there is nothing; an hour that is missing is nobody's.
    return found && at < found.start.getTime() + 2 * middle + hourMs ? found : undefined;
  };
  const bySpan = new Map(known.map((each) => [spanOf(each), each]));
  return spans.map((span) => ({ span, known: bySpan.get(span) }));
}
