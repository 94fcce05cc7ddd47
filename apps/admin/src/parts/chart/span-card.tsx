import { keepPreviousData, type QueryKey, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTimeZone } from '../../texts/texts';
import { Chart } from './chart';
import { ChartCard, ChartSum } from './chart-card';
import type { Measure } from './measure';
import { bySpan, type Period, periods, spansOf, type TimeSpan } from './periods';
import { usePeriodOptions, useSpanNames } from './use-periods';

export interface Counted<Known> {
  span: TimeSpan;
  known: Known | undefined;
}

interface SpanCardProps<Known extends { start: string }> {
  title: string;
  lead: string;
  nameTitle: string;
  empty: { title: string; lead: string };
  queryKey: QueryKey;
  /** Time zone in which the chart's days start. Defaults to the panel's time zone. */
  zone?: string | undefined;
  /** Loads the counts for the query parameters `since` and `interval`. */
  load: (query: Record<string, string | number>, signal: AbortSignal) => Promise<readonly Known[]>;
  sum: (known: readonly Known[]) => string;
  measures: readonly [Measure<Counted<Known>>, ...Measure<Counted<Known>>[]];
  /** Hides the chart if fewer than `minDays` days of the last week have counts. */
  minDays?: number | undefined;
}

/** A chart of counts by hour or day. Reloads the counts while the chart is visible. */
export function SpanCard<Known extends { start: string }>(props: SpanCardProps<Known>): ReactNode {
  const { title, lead, nameTitle, empty, queryKey, load, sum, measures } = props;
  const [period, setPeriod] = useState<Period>('week');
  const here = useTimeZone();
  const { zone = here } = props;
  const names = useSpanNames(zone);
  const query = useCounted(queryKey, { period, zone }, load);
  const options = usePeriodOptions();
  const { minDays = 0 } = props;
  // Hides the chart only in the default period. In another period, the user has chosen to see the chart.
  if (minDays > 0 && period === 'week' && knownOf(query.data ?? []).length < minDays) return null;
  return (
    <ChartCard
      title={title}
      lead={lead}
      periods={options}
      period={period}
      onChange={setPeriod}
      query={query}
      empty={(counted) => (knownOf(counted).length > 0 ? undefined : { icon: 'activity', ...empty })}
    >
      {(counted) => (
        <>
          <ChartSum>{sum(knownOf(counted))}</ChartSum>
          <Chart label={title} rows={counted} names={names} nameTitle={nameTitle} measures={measures} />
        </>
      )}
    </ChartCard>
  );
}

function useCounted<Known extends { start: string }>(
  key: QueryKey,
  { period, zone }: { period: Period; zone: string },
  load: SpanCardProps<Known>['load'],
) {
  return useQuery({
    queryKey: [...key, zone, period],
    queryFn: async ({ signal }): Promise<Counted<Known>[]> => {
      const spans = spansOf(period, Date.now(), zone);
      const query = {
        'filter[interval]': periods[period].interval,
        'filter[since]': spans[0]!.start.toISOString(),
        'page[size]': 100,
      };
      return bySpan(spans, await load(query, signal));
    },
    placeholderData: keepPreviousData,
    refetchInterval: 30_000,
  });
}

const knownOf = <Known,>(counted: readonly Counted<Known>[]): Known[] =>
  counted.flatMap(({ known }) => (known === undefined ? [] : [known]));
