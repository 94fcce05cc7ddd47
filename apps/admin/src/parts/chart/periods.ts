/** An hour or a day of UTC, by its first moment. */
export interface TimeSpan {
  start: Date;
  interval: 'hour' | 'day';
}

const ms = { hour: 3_600_000, day: 86_400_000 } as const;

/** What a chart looks back: so many hours or days. */
export const periods = {
  day: { interval: 'hour', count: 24 },
  week: { interval: 'day', count: 7 },
  month: { interval: 'day', count: 30 },
} as const;

export type Period = keyof typeof periods;

/** The hours or days of a period, that of now last. */
export function spansOf(period: Period, now: Date): TimeSpan[] {
  const { interval, count } = periods[period];
  const last = Math.floor(now.getTime() / ms[interval]) * ms[interval];
  return Array.from({ length: count }, (_, at) => ({
    ...{ interval, start: new Date(last - (count - 1 - at) * ms[interval]) },
  }));
}

/** What is known of each, where anything is: by its first moment. */
export function bySpan<Known extends { start: string }>(
  spans: readonly TimeSpan[],
  known: readonly Known[],
): { span: TimeSpan; known: Known | undefined }[] {
  const byStart = new Map(known.map((each) => [Date.parse(each.start), each]));
  return spans.map((span) => ({ span, known: byStart.get(span.start.getTime()) }));
}
