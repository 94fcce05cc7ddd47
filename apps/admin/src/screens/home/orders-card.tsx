import { majorUnits } from '@storewright/money';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { Chart } from '../../parts/chart/chart';
import { ChartCard, ChartSum } from '../../parts/chart/chart-card';
import { type Measure, type RowNames, scaleNumber } from '../../parts/chart/measure';
import { Segments } from '../../parts/segments';
import { useMoney } from '../../parts/store/money';
import { zoneName } from '../../parts/zones';
import { useTexts, useTimeZone } from '../../texts/texts';
import { useOrderStatistics } from './home-data';
import { currenciesOf, type OrderDay, orderDays, type OrderPeriod } from './order-days';

const periods = ['7', '30', '90'] as const;
type Period = (typeof periods)[number];

export function OrdersCard(): ReactNode {
  const t = useTexts();
  const [period, setPeriod] = useState<Period>('30');
  const query = useOrderStatistics(Number(period));
  const days = query.data?.dates.length ?? Number(period);
  return (
    <ChartCard
      title={t('home.orders.title', { days })}
      lead={t('home.orders.lead', { zone: zoneName(useTimeZone()) })}
      periods={periods.map((each) => ({ id: each, text: t('chart.period.days', { days: each }) }))}
      period={period}
      onChange={setPeriod}
      query={query}
      empty={({ statistics }) =>
        statistics.length > 0
          ? undefined
          : {
              ...{ icon: 'orders', title: t('home.orders.empty.title', { days }) },
              lead: t('home.orders.empty.lead'),
            }
      }
    >
      {(data) => <OrdersChart {...data} />}
    </ChartCard>
  );
}

function OrdersChart({ statistics, dates }: OrderPeriod): ReactNode {
  const t = useTexts();
  const money = useMoney();
  const [chosen, setCurrency] = useState<string>();
  const currencies = currenciesOf(statistics);
  const currency = chosen !== undefined && currencies.includes(chosen) ? chosen : currencies[0]!;
  const days = orderDays(statistics, dates, currency);
  const turnover = days.reduce((total, each) => total + each.turnover, 0);
  const orders = days.reduce((total, each) => total + each.orders, 0);
  return (
    <>
      <ChartSum>{t('home.orders.sum', { turnover: money(turnover, currency), orders })}</ChartSum>
      <Chart
        label={t('home.orders.title', { days: dates.length })}
        rows={days}
        names={useDayNames()}
        nameTitle={t('home.orders.day')}
        measures={useMeasures(currency)}
      >
        {currencies.length > 1 && (
          <Segments
            label={t('home.orders.currency')}
            options={currencies.map((id) => ({ id, text: id }))}
            value={currency}
            onChange={setCurrency}
          />
        )}
      </Chart>
    </>
  );
}

function useDayNames(): RowNames<OrderDay> {
  const { formatDate } = useIntl();
  // Formats the day in UTC, because another time zone could shift it to the previous day.
  const day = { timeZone: 'UTC', day: 'numeric', month: 'short' } as const;
  return {
    short: ({ date }) => formatDate(date, day),
    full: ({ date }) => formatDate(date, { ...day, weekday: 'short', year: 'numeric' }),
  };
}

function useMeasures(currency: string): [Measure<OrderDay>, Measure<OrderDay>] {
  const t = useTexts();
  const { formatNumber } = useIntl();
  const money = useMoney();
  return [
    {
      ...{ id: 'turnover', title: t('home.orders.turnover') },
      series: [
        { title: t('home.orders.turnover'), tone: 'good', value: ({ turnover }) => turnover },
        { title: t('home.orders.refunded'), tone: 'warning', value: ({ refunded }) => refunded },
      ],
      format: (amount) => money(amount, currency),
      short: (amount) =>
        formatNumber(majorUnits(amount, currency), { ...scaleNumber, style: 'currency', currency }),
    },
    {
      ...{ id: 'orders', title: t('home.orders.orders') },
      series: [{ title: t('home.orders.orders'), tone: 'good', value: ({ orders }) => orders }],
      format: (count) => formatNumber(count),
      short: (count) => formatNumber(count, scaleNumber),
    },
  ];
}
