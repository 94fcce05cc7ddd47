import type { QueryKey } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import { authPage } from '../api/auth-api';
import type { Resource } from '../api/documents';
import { type Texts, useTexts, useTimeZone } from '../texts/texts';
import { type Measure, scaleNumber, type Series } from './chart/measure';
import { type Counted, SpanCard } from './chart/span-card';
import { useDayBegins } from './chart/use-periods';
import { zoneName } from './zones';

interface RequestCount {
  start: string;
  requests: number;
  client_errors: number;
  server_errors: number;
}

interface RequestsCardProps {
  queryKey: QueryKey;
  /** API path of a list of request counts, which accepts the filters `since` and `interval`. */
  path: string;
  /** Uses UTC days in the chart, because the shops of an app have no common time zone. */
  inUtc?: true;
}

/** Charts an app's API requests and errors, in one shop or in all shops. */
export function RequestsCard({ queryKey, path, inUtc }: RequestsCardProps): ReactNode {
  const t = useTexts();
  const here = useTimeZone();
  const begins = useDayBegins();
  const zone = inUtc ? 'UTC' : here;
  return (
    <SpanCard
      title={t('requests.title')}
      zone={zone}
      lead={`${t('requests.lead', { zone: zoneName(zone) })} ${inUtc ? '' : begins}`}
      nameTitle={t('requests.when')}
      empty={{ title: t('requests.empty.title'), lead: t('requests.empty.lead') }}
      queryKey={[...queryKey, 'request_counts']}
      load={async (query, signal) => countsOf((await authPage<Listed>(path, { query, signal })).data)}
      sum={(known) =>
        t('requests.sum', {
          requests: known.reduce((sum, { requests }) => sum + requests, 0),
          errors: known.reduce((sum, count) => sum + count.client_errors + count.server_errors, 0),
        })
      }
      measures={useMeasures()}
    />
  );
}

/**
 * Item in a list of request counts. A shop's list has one item per installation, with a series of counts. A
 * developer's list has one item per hour or day.
 */
type Listed = Resource<RequestCount | { series: RequestCount[] }>;

const countsOf = (listed: readonly Listed[]): RequestCount[] =>
  listed.flatMap(({ attributes }) => ('series' in attributes ? attributes.series : [attributes]));

function useMeasures(): [Measure<Counted<RequestCount>>] {
  const t = useTexts();
  const { formatNumber } = useIntl();
  return [
    {
      ...{ id: 'requests', title: t('requests.all'), series: seriesOf(t) },
      format: (count) => formatNumber(count),
      short: (count) => formatNumber(count, scaleNumber),
    },
  ];
}

function seriesOf(t: Texts): Series<Counted<RequestCount>>[] {
  const number =
    (of: (count: RequestCount) => number) =>
    ({ known }: Counted<RequestCount>): number =>
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
