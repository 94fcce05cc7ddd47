import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useTexts, useTimeZone } from '../texts/texts';
import styles from './time.module.css';
import { zoneName } from './zones';

interface TimeProps {
  /** ISO 8601 time in UTC with six fractional digits. */
  value: string | null | undefined;
  /**
   * `relative` shows the elapsed time, `date` the day, `clock` the time of day, `full` day and time, and `seconds`
   * day and time with seconds.
   */
  form?: 'relative' | 'date' | 'clock' | 'full' | 'seconds';
}

const absolute = {
  date: { dateStyle: 'medium' },
  clock: { timeStyle: 'short' },
  full: { dateStyle: 'medium', timeStyle: 'short' },
  seconds: { dateStyle: 'medium', timeStyle: 'medium' },
} as const;

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/**
 * A time in the shop's time zone or, outside a shop, in the browser's time zone. The tooltip shows the exact time in
 * both UTC and that zone. A missing time appears as "never".
 */
export function Time({ value, form = 'full' }: TimeProps): ReactNode {
  const t = useTexts();
  const intl = useIntl();
  const zone = useTimeZone();
  if (!value) return <span className={styles['never']}>{t('time.never')}</span>;
  const date = new Date(value);
  const text = form === 'relative' ? relative(intl, date) : intl.formatDate(date, absolute[form]);
  return (
    <time
      dateTime={value}
      title={t('time.utc', { time: exact(value) }) + (zone === 'UTC' ? '' : ` · ${zoneName(zone)}`)}
      className={styles['time']}
    >
      {text}
    </time>
  );
}

/** Formats an API time with all fractional digits, such as `2026-11-21 06:22:27.432021`. */
function exact(value: string): string {
  return value.replace('T', ' ').replace(/Z$/, '');
}

function relative(intl: ReturnType<typeof useIntl>, date: Date): string {
  const seconds = (date.getTime() - Date.now()) / 1000;
  const [unit, length] = units.find(([, each]) => Math.abs(seconds) >= each) ?? (['second', 1] as const);
  // Shows "now" for a difference of less than a minute.
  const count = unit === 'second' ? 0 : Math.trunc(seconds / length);
  return intl.formatRelativeTime(count, unit, { numeric: 'auto' });
}
