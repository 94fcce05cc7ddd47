import { useIntl } from 'react-intl';
import { useTexts } from '../../texts/texts';
import type { RowNames } from './measure';
import type { Period, TimeSpan } from './periods';

/** The names of the periods. */
export function usePeriodOptions(): { id: Period; text: string }[] {
  const t = useTexts();
  return [
    { id: 'day', text: t('chart.period.hours') },
    { id: 'week', text: t('chart.period.days', { days: 7 }) },
    { id: 'month', text: t('chart.period.days', { days: 30 }) },
  ];
}

/** When each is, in UTC. */
export function useSpanNames(): RowNames<{ span: TimeSpan }> {
  const { formatDate } = useIntl();
  const day = { timeZone: 'UTC', day: 'numeric', month: 'short' } as const;
  const hour = { timeZone: 'UTC', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return {
    short: ({ span: { start, interval } }) => formatDate(start, interval === 'hour' ? hour : day),
    full: ({ span: { start, interval } }) =>
      formatDate(
        start,
        interval === 'hour' ? { ...day, ...hour } : { ...day, weekday: 'short', year: 'numeric' },
      ),
  };
}
