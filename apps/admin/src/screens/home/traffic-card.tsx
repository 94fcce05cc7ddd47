import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { Card, Row } from '../../parts/layout';
import { Badge } from '../../parts/notice';
import { EmptyState, ErrorState, Skeleton } from '../../parts/states';
import { type Column, Table } from '../../parts/table';
import { Chart } from '../../parts/chart/chart';
import { type Measure, scaleNumber } from '../../parts/chart/measure';
import { useDayBegins } from '../../parts/chart/use-periods';
import { type Texts, useTexts } from '../../texts/texts';
import { Bars } from './bars';
import { type DayCount, sum } from './days';
import { daysBack, type Traffic, useTraffic } from './home-data';
import styles from './traffic-card.module.css';

/** Card with the API requests of the last days: a chart of all requests, and a table row per app and access token. */
export function TrafficCard(): ReactNode {
  const t = useTexts();
  const traffic = useTraffic();
  const { data } = traffic;
  const isEmpty = data?.length === 0;
  return (
    <Card
      flush
      title={t('home.traffic.title', { days: daysBack })}
      lead={`${t('home.traffic.lead')} ${useDayBegins()}`}
    >
      {traffic.isPending && <Skeleton lines={6} tall />}
      {traffic.error && !data && (
        <div className={styles['inset']}>
          <ErrorState error={traffic.error} onRetry={() => void traffic.refetch()} />
        </div>
      )}
      {isEmpty && (
        <EmptyState icon="activity" title={t('home.traffic.empty.title', { days: daysBack })}>
          {t('home.traffic.empty.lead')}
        </EmptyState>
      )}
      {data && !isEmpty && (
        <>
          <div className={styles['inset']}>
            <RequestsChart days={allTogether(data)} />
          </div>
          <ByCredential traffic={data} />
        </>
      )}
    </Card>
  );
}

/** Returns the requests per day, summed over all apps and access tokens. */
function allTogether(traffic: readonly Traffic[]): DayCount[] {
  return traffic[0]!.days.map(({ day }, at) => ({ day, ...sum(traffic.map(({ days }) => days[at]!)) }));
}

function RequestsChart({ days }: { days: readonly DayCount[] }): ReactNode {
  const t = useTexts();
  const { formatDate, formatNumber } = useIntl();
  const errorsOf = ({ client_errors, server_errors }: DayCount): number => client_errors + server_errors;
  const requests: Measure<DayCount> = {
    ...{ id: 'requests', title: t('home.requests') },
    series: [
      { title: t('home.traffic.legend.good'), tone: 'good', value: (day) => day.requests - errorsOf(day) },
      { title: t('home.traffic.legend.errors'), tone: 'bad', value: errorsOf },
    ],
    format: (count) => formatNumber(count),
    short: (count) => formatNumber(count, scaleNumber),
  };
  return (
    <Chart
      label={t('home.traffic.title', { days: daysBack })}
      rows={days}
      names={{
        short: ({ day }) => formatDate(day, { weekday: 'short' }),
        full: ({ day }) =>
          formatDate(day, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' }),
      }}
      nameTitle={t('home.orders.day')}
      measures={[requests]}
    />
  );
}

function ByCredential({ traffic }: { traffic: readonly Traffic[] }): ReactNode {
  const t = useTexts();
  const { formatNumber } = useIntl();
  return (
    <div className={styles['table']}>
      <Table
        label={t('home.traffic.title', { days: daysBack })}
        columns={columns(t, formatNumber)}
        rows={traffic}
        rowKey={({ id }) => id}
      />
    </div>
  );
}

function columns(t: Texts, formatNumber: (count: number) => string): Column<Traffic>[] {
  const count = (title: string, of: (total: ReturnType<typeof sum>) => number): Column<Traffic> => ({
    title,
    end: true,
    cell: ({ days }) => <span className={styles['count']}>{formatNumber(of(sum(days)))}</span>,
  });
  return [
    {
      title: t('home.traffic.column.name'),
      isName: true,
      cell: ({ name, kind }) => (
        <Row>
          {name ?? t('home.traffic.unnamed')}
          <Badge>{t(`home.traffic.kind.${kind}`)}</Badge>
        </Row>
      ),
    },
    {
      title: t('home.traffic.column.days'),
      isPlain: true,
      importance: 'low',
      cell: ({ days }) => <Bars days={days} />,
    },
    {
      ...count(t('home.traffic.column.requests'), ({ requests }) => requests),
      importance: 'always',
    },
    count(t('home.traffic.column.client'), ({ client_errors }) => client_errors),
    count(t('home.traffic.column.server'), ({ server_errors }) => server_errors),
  ];
}
