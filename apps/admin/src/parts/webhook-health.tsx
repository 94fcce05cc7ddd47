import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { authPage } from '../api/auth-api';
import type { Page, Resource } from '../api/documents';
import { shopPage } from '../api/shop-api';
import { useShop } from '../session/shop';
import { type Texts, useTexts, useTimeZone } from '../texts/texts';
import { type Measure, scaleNumber, type Series } from './chart/measure';
import { type Counted, SpanCard } from './chart/span-card';
import { useDuration } from './duration';
import { zoneName } from './zones';

/** Numbers of webhook deliveries that started in one hour or day. */
interface WebhookStatistics {
  start: string;
  delivered: number;
  waiting: number;
  failed: number;
  /** 95th percentile of the delivery delay in milliseconds. null if no event was delivered. */
  delay_p95_ms: number | null;
}

type Health = Counted<WebhookStatistics>;

interface WebhookHealthProps {
  installationId?: string;
  /** Number of failed attempts to deliver a webhook event. A new failure reloads the statistics. */
  attempts?: number;
  /** Hides the statistics if fewer than `minDays` days of the last week have deliveries. */
  minDays?: number;
}

/** Webhook delivery statistics of one app installation or, by default, of the whole shop. */
export function WebhookHealth({ installationId, attempts, minDays }: WebhookHealthProps): ReactNode {
  const { id } = useShop();
  const filter = installationId === undefined ? {} : { 'filter[installation]': installationId };
  return (
    <HealthCard
      queryKey={['webhook_statistics', id, installationId, attempts]}
      minDays={minDays}
      page={(query, signal) =>
        shopPage<Listed>(id, '/api/webhook_statistics', { query: { ...query, ...filter }, signal })
      }
    />
  );
}

/** Webhook delivery statistics of an app in all shops, for the app's developer. */
export function AppWebhookHealth({ queryKey, appId }: { queryKey: QueryKey; appId: string }): ReactNode {
  return (
    <HealthCard
      zone="UTC"
      queryKey={[...queryKey, 'webhook_statistics']}
      page={(query, signal) => authPage<Listed>(`/api/apps/${appId}/webhook_statistics`, { query, signal })}
    />
  );
}

type Listed = Resource<WebhookStatistics>;

interface HealthCardProps {
  queryKey: QueryKey;
  /** Time zone in which the chart's days start, if the statistics cover several shops. */
  zone?: string;
  minDays?: number | undefined;
  page: (query: Record<string, string | number>, signal: AbortSignal) => Promise<Page<Listed>>;
}

function HealthCard({ queryKey, page, zone: given, minDays }: HealthCardProps): ReactNode {
  const t = useTexts();
  const here = useTimeZone();
  const zone = given ?? here;
  return (
    <SpanCard
      title={t('webhooks.health')}
      lead={t('webhooks.health.lead', { zone: zoneName(zone) })}
      zone={zone}
      nameTitle={t('webhooks.health.when')}
      empty={{ title: t('webhooks.health.empty.title'), lead: t('webhooks.health.empty.lead') }}
      queryKey={queryKey}
      minDays={minDays}
      load={async (query, signal) => (await page(query, signal)).data.map(({ attributes }) => attributes)}
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
      short: (count) => formatNumber(count, scaleNumber),
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
