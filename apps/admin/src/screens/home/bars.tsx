import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { useTexts } from '../../texts/texts';
import styles from './bars.module.css';
import type { DayCount } from './days';

interface BarsProps {
  days: readonly DayCount[];
  /** Makes the bars small and omits the names of days, for table rows. */
  small?: boolean;
}

/**
 * A small bar chart in a table row, with one bar of requests per day and errors in red at the bottom of the bar.
 * Screen readers get the numbers.
 */
export function Bars({ days }: BarsProps): ReactNode {
  const t = useTexts();
  const { formatDate } = useIntl();
  const most = Math.max(1, ...days.map(({ requests }) => requests));
  const said = days.map(({ day, requests, client_errors, server_errors }) =>
    t('home.traffic.day', {
      day: formatDate(day, { weekday: 'short', day: 'numeric', month: 'short' }),
      requests,
      errors: client_errors + server_errors,
    }),
  );
  return (
    <div
      className={styles['bars']}
      role="img"
      aria-label={t('home.traffic.chart', { days: said.join('; ') })}
    >
      {days.map(({ day, requests, client_errors, server_errors }, at) => {
        const errors = client_errors + server_errors;
        return (
          <span key={day.getTime()} className={styles['day']} title={said[at]}>
            <span className={styles['room']}>
              {requests > 0 && (
                <span className={styles['bar']} style={{ height: `${(requests / most) * 100}%` }}>
                  {errors > 0 && (
                    <span className={styles['errors']} style={{ height: `${(errors / requests) * 100}%` }} />
                  )}
                </span>
              )}
            </span>
          </span>
        );
      })}
    </div>
  );
}
