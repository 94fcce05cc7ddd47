import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { authPage } from '../api/auth-api';
import type { Resource } from '../api/documents';
import { type Texts, useTexts } from '../texts/texts';
import { Chart } from './chart/chart';
import { ChartCard, ChartSum } from './chart/chart-card';
import type { Measure, Series } from './chart/measure';
import { bySpan, type Period, periods, spansOf, type TimeSpan } from './chart/periods';
import { usePeriodOptions, useSpanNames } from './chart/use-periods';

/** Requests of an hour or a day. */
interface RequestCount {
  /** When it begins. */
  start: string;
  requests: number;
  client_errors: number;
  server_errors: number;
}

interface Counted {
  span: TimeSpan;
  known: RequestCount | undefined;
}

interface RequestsCardProps {
  queryKey: QueryKey;
  /** A list of the auth API that can be filtered by `since` and `interval`. */
  path: string;
}

/** Requests and errors of one app: of an installation, for the shop, or over all shops, for the developer. */
export function RequestsCard({ queryKey, path }: RequestsCardProps): ReactNode {
  const t = useTexts();
  const [period, setPeriod] = useState<Period>('week');
  const query = useRequests(queryKey, path, period);
  return (
    <ChartCard
      title={t('requests.title')}
      lead={t('requests.lead')}
      periods={usePeriodOptions()}
      period={period}
      onChange={setPeriod}
      query={query}
      empty={(counted) =>
        counted.some(({ known }) => known)
          ? undefined
          : { icon: 'activity', title: t('requests.empty.title'), lead: t('requests.empty.lead') }
      }
    >
      {(counted) => <RequestsChart counted={counted} />}
    </ChartCard>
  );
}

/** What the shop lists is an installation with its series; what a developer lists are the hours or days themselves. */
type Listed = Resource<RequestCount | { series: RequestCount[] }>;

function useRequests(key: QueryKey, path: string, period: Period) {
  const { interval } = periods[period];
  return useQuery({
    queryKey: [...key, 'request_counts', period],
    queryFn: async ({ signal }): Promise<Counted[]> => {
      const spans = spansOf(period, new Date());
      const { data } = await authPage<Listed>(path, {
        query: {
          ...{ 'filter[interval]': interval, 'filter[since]': spans[0]!.start.toISOString() },
          'page[size]': 100,
        },
        signal,
      });
      const known = data.flatMap(({ attributes }) =>
        'series' in attributes ? attributes.series : [attributes],
      );
      return bySpan(spans, known);
    },
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}

function RequestsChart({ counted }: { counted: readonly Counted[] }): ReactNode {
  const t = useTexts();
  const total = (of: (count: RequestCount) => number): number =>
    counted.reduce((sum, { known }) => sum + (known ? of(known) : 0), 0);
  const requests = total((count) => count.requests);
  const errors = total((count) => count.client_errors + count.server_errors);
  return (
    <>
      <ChartSum>{t('requests.sum', { requests, errors })}</ChartSum>
      <Chart
        label={t('requests.title')}
        rows={counted}
        names={useSpanNames()}
        nameTitle={t('requests.when')}
        measures={useMeasures()}
      />
    </>
  );
}

function useMeasures(): [Measure<Counted>] {
  const t = useTexts();
  const { formatNumber } = useIntl();
  return [
    {
      ...{ id: 'requests', title: t('requests.all'), series: seriesOf(t) },
      format: (count) => formatNumber(count),
      short: (count) => formatNumber(count, { notation: 'compact', maximumFractionDigits: 1 }),
    },
  ];
}

function seriesOf(t: Texts): Series<Counted>[] {
  const number =
    (of: (count: RequestCount) => number) =>
    ({ known }: Counted): number =>
      known ? of(known) : 0;
  return [
    {
      ...{ title: t('requests.answered'), tone: 'good' },
      value: number((count) => count.requests - count.client_errors - count.server_errors),
    },
    { title: t('requests.refused'), tone: 'warning', value: number((count) => count.client_errors) },
    { title: t('requests.failed'), tone: 'bad', value: number((count) => count.server_errors) },
  ];
}
