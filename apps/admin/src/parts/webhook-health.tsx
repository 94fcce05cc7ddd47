import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import type { Resource } from '../api/documents';
import { shopPage } from '../api/shop-api';
import { useShop } from '../session/shop';
import { type Texts, useTexts } from '../texts/texts';
import { Chart } from './chart/chart';
import { ChartCard, ChartSum } from './chart/chart-card';
import type { Measure, Series } from './chart/measure';
import { bySpan, type Period, periods, spansOf, type TimeSpan } from './chart/periods';
import { usePeriodOptions, useSpanNames } from './chart/use-periods';
import { useDuration } from './duration';

/** Deliveries that began in one hour or day, as `GET /api/webhook_statistics` counts them. */
interface WebhookStatistics {
  /** When it begins. */
  start: string;
  delivered: number;
  waiting: number;
  failed: number;
  /** Null: none was delivered. */
  delay_p95_ms: number | null;
}

interface Counted {
  span: TimeSpan;
  known: WebhookStatistics | undefined;
}

interface WebhookHealthProps {
  installationId?: string;
  /** Failed attempts so far: it is counted anew with each. */
  attempts?: number;
}

/** How webhooks do: those of one installation, or of the whole shop. */
export function WebhookHealth(of: WebhookHealthProps): ReactNode {
  const t = useTexts();
  const [period, setPeriod] = useState<Period>('week');
  return (
    <ChartCard
      title={t('webhooks.health')}
      lead={t('webhooks.health.lead')}
      periods={usePeriodOptions()}
      period={period}
      onChange={setPeriod}
      query={useStatistics(period, of)}
      empty={(counted) =>
        counted.some(({ known }) => known)
          ? undefined
          : {
              ...{ icon: 'activity', title: t('webhooks.health.empty.title') },
              lead: t('webhooks.health.empty.lead'),
            }
      }
    >
      {(counted) => <HealthChart counted={counted} />}
    </ChartCard>
  );
}

function useStatistics(period: Period, { installationId, attempts }: WebhookHealthProps) {
  const { id } = useShop();
  return useQuery({
    queryKey: ['webhook_statistics', id, installationId, period, attempts],
    queryFn: async ({ signal }): Promise<Counted[]> => {
      const spans = spansOf(period, new Date());
      const { data } = await shopPage<Resource<WebhookStatistics>>(id, '/api/webhook_statistics', {
        query: {
          ...{ 'filter[interval]': periods[period].interval, 'page[size]': 100 },
          'filter[since]': spans[0]!.start.toISOString(),
          ...(installationId !== undefined && { 'filter[installation]': installationId }),
        },
        signal,
      });
      return bySpan(
        spans,
        data.map(({ attributes }) => attributes),
      );
    },
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}

function HealthChart({ counted }: { counted: readonly Counted[] }): ReactNode {
  const t = useTexts();
  const total = (of: 'delivered' | 'waiting' | 'failed'): number =>
    counted.reduce((sum, { known }) => sum + (known?.[of] ?? 0), 0);
  return (
    <>
      <ChartSum>
        {t('webhooks.health.sum', {
          ...{ delivered: total('delivered'), waiting: total('waiting'), failed: total('failed') },
        })}
      </ChartSum>
      <Chart
        label={t('webhooks.health')}
        rows={counted}
        names={useSpanNames()}
        nameTitle={t('webhooks.health.when')}
        measures={useMeasures()}
      />
    </>
  );
}

function useMeasures(): [Measure<Counted>, Measure<Counted>] {
  const t = useTexts();
  const { formatNumber } = useIntl();
  const duration = useDuration();
  return [
    {
      ...{ id: 'deliveries', title: t('webhooks.health.deliveries'), series: seriesOf(t) },
      format: (count) => formatNumber(count),
      short: (count) => formatNumber(count, { notation: 'compact', maximumFractionDigits: 1 }),
    },
    {
      ...{ id: 'delay', title: t('webhooks.health.delay'), format: duration, short: duration },
      series: [
        {
          ...{ title: t('webhooks.health.p95'), tone: 'good' },
          value: ({ known }) => known?.delay_p95_ms ?? null,
        },
      ],
    },
  ];
}

function seriesOf(t: Texts): Series<Counted>[] {
  return [
    { title: t('webhooks.health.delivered'), tone: 'good', value: ({ known }) => known?.delivered ?? 0 },
    { title: t('webhooks.health.waiting'), tone: 'warning', value: ({ known }) => known?.waiting ?? 0 },
    { title: t('webhooks.health.failed'), tone: 'bad', value: ({ known }) => known?.failed ?? 0 },
  ];
}
