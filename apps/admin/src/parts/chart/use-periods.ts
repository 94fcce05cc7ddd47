import { useIntl } from 'react-intl';
import { useTexts, useTimeZone } from '../../texts/texts';
import { useToday } from '../today';
import { firstMomentOf, isOffTheHour } from '../zone-days';
import type { RowNames } from './measure';
import type { Period, TimeSpan } from './periods';

export function usePeriodOptions(): { id: Period; text: string }[] {
  const t = useTexts();
  return [
    { id: 'day', text: t('chart.period.hours') },
    { id: 'week', text: t('chart.period.days', { days: 7 }) },
    { id: 'month', text: t('chart.period.days', { days: 30 }) },
  ];
}

/**
 * Returns the text that explains why days start late in time zones with a fractional offset: the platform counts
 * requests by UTC hour.
 */
export function useDayBegins(): string {
  const t = useTexts();
  const { formatTime } = useIntl();
  const zone = useTimeZone();
  const midnight = firstMomentOf(useToday(zone), zone);
  if (!isOffTheHour(zone, midnight)) return '';
  const begins = Math.ceil(midnight / 3_600_000) * 3_600_000;
  return t('chart.begins', { time: formatTime(begins, { hour: '2-digit', minute: '2-digit' }) });
}

export function useSpanNames(timeZone: string): RowNames<{ span: TimeSpan }> {
  const { formatDate } = useIntl();
  const day = { timeZone, day: 'numeric', month: 'short' } as const;
  const hour = { timeZone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return {
    short: ({ span: { start, interval } }) => formatDate(start, interval === 'hour' ? hour : day),
    full: ({ span: { start, interval } }) =>
      formatDate(
        start,
        interval === 'hour' ? { ...day, ...hour } : { ...day, weekday: 'short', year: 'numeric' },
      ),
  };
}
