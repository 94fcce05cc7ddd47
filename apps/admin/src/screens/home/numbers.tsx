import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { useIntl } from 'react-intl';
import { useTexts } from '../../texts/texts';
import { sum } from './days';
import { daysBack, useNumbers, useTraffic } from './home-data';
import styles from './numbers.module.css';

export function Numbers(): ReactNode {
  const t = useTexts();
  const { formatNumber } = useIntl();
  const { apps, ownTokens, appTokens } = useNumbers();
  const traffic = useTraffic();
  const total = traffic.data && sum(traffic.data.flatMap(({ days }) => days));
  const errors = total && total.client_errors + total.server_errors;
  const period = t('home.period', { days: daysBack });
  const tokens =
    ownTokens.data === undefined || appTokens.data === undefined
      ? undefined
      : ownTokens.data + appTokens.data;
  const split = tokens && t('home.tokens.split', { own: ownTokens.data, apps: appTokens.data });
  const share =
    errors && total
      ? t('home.errors.share', {
          share: formatNumber(errors / total.requests, { style: 'percent', maximumFractionDigits: 1 }),
        })
      : period;
  const isBroken = (...queries: { error: unknown; data: unknown }[]): boolean =>
    queries.some(({ error, data }) => error !== null && data === undefined);
  return (
    <dl className={styles['numbers']}>
      <Tile
        title={t('home.apps')}
        value={apps.data}
        below={apps.data === 0 ? t('home.apps.none') : <Link href="/apps">{t('home.apps.link')}</Link>}
        isBroken={isBroken(apps)}
      />
      <Tile
        title={t('home.tokens')}
        value={tokens}
        below={split || ''}
        isBroken={isBroken(ownTokens, appTokens)}
      />
      <Tile title={t('home.requests')} value={total?.requests} below={period} isBroken={isBroken(traffic)} />
      <Tile
        title={t('home.errors')}
        value={errors}
        below={share}
        isBroken={isBroken(traffic)}
        isBad={Boolean(total?.server_errors)}
      />
    </dl>
  );
}

interface TileProps {
  title: string;
  value: number | undefined;
  below: ReactNode;
  /** True if the number failed to load. The card below the number shows the error. */
  isBroken: boolean;
  isBad?: boolean;
}

function Tile({ title, value, below, isBroken, isBad = false }: TileProps): ReactNode {
  const { formatNumber } = useIntl();
  const t = useTexts();
  return (
    <div className={styles['tile']}>
      <dt>{title}</dt>
      <dd data-bad={isBad}>
        {value === undefined ? (
          <span className={isBroken ? '' : styles['ghost']}>
            {isBroken ? '–' : <span className={styles['visuallyHidden']}>{t('loading.label')}</span>}
          </span>
        ) : (
          formatNumber(value, value < 100_000 ? {} : { notation: 'compact', maximumFractionDigits: 1 })
        )}
      </dd>
      <dd className={styles['below']}>{below || '\u00a0'}</dd>
    </div>
  );
}
