import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { Resource } from '../api/documents';
import { shopPage } from '../api/shop-api';
import { useShop } from '../session/shop';
import { type Texts, useTexts } from '../texts/texts';
import type { Measure, Series } from './chart/measure';
import { type Counted, SpanCard } from './chart/span-card';
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

type Health = Counted<WebhookStatistics>;

interface WebhookHealthProps {
  installationId?: string;
  /** Failed attempts so far: it is counted anew with each. */
  attempts?: number;
}

/** How webhooks do: those of one installation, or of the whole shop. */
export function WebhookHealth({ installationId, attempts }: WebhookHealthProps): ReactNode {
  const t = useTexts();
  const { id } = useShop();
  const filter = installationId === undefined ? {} : { 'filter[installation]': installationId };
  const load = async (
    query: Record<string, string | number>,
    signal: AbortSignal,
  ): Promise<WebhookStatistics[]> => {
    const options = { query: { ...query, ...filter }, signal };
    const { data } = await shopPage<Resource<WebhookStatistics>>(id, '/api/webhook_statistics', options);
    return data.map(({ attributes }) => attributes);
  };
  return (
    <SpanCard
      title={t('webhooks.health')}
      lead={t('webhooks.health.lead')}
      nameTitle={t('webhooks.health.when')}
      empty={{ title: t('webhooks.health.empty.title'), lead: t('webhooks.health.empty.lead') }}
      queryKey={['webhook_statistics', id, installationId, attempts]}
      load={load}
      sum={(known) =>
        t('webhooks.health.sum', {
          delivered: known.reduce((sum, { delivered }) => sum + delivered, 0),
          waiting: known.reduce((sum, { waiting }) => sum + waiting, 0),
          failed: known.reduce((sum, { failed }) => sum + failed, 0),
        })
      }
      measures={useMeasures()}
    />
  );
}

function useMeasures(): [Measure<Health>, Measure<Health>] {
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

function seriesOf(t: Texts): Series<Health>[] {
  return [
    { title: t('webhooks.health.delivered'), tone: 'good', value: ({ known }) => known?.delivered ?? 0 },
    { title: t('webhooks.health.waiting'), tone: 'warning', value: ({ known }) => known?.waiting ?? 0 },
    { title: t('webhooks.health.failed'), tone: 'bad', value: ({ known }) => known?.failed ?? 0 },
  ];
}
