import { lastDates } from '../../parts/zone-days';
import { currenciesOf, orderDays, type OrderStatistic } from './order-days';

const statistic = (date: string, currency_code: string, orders_count: number): OrderStatistic => ({
  ...{ type: 'order_statistics', id: `${date}-${currency_code}` },
  attributes: { date, currency_code, orders_count, net_amount: 100 * orders_count, refunded_amount: 7 },
});

describe('orderDays and currenciesOf', () => {
  const statistics = [
    statistic('2026-11-01', 'USD', 1),
    statistic('2026-11-01', 'EUR', 2),
    statistic('2026-11-03', 'EUR', 3),
  ];

  it('return one row per day in one currency, with zeros for days without orders', () => {
    const dates = lastDates(Date.parse('2026-11-03T23:59:59Z'), 3, 'UTC');
    expect(orderDays(statistics, dates, 'EUR')).toEqual([
      { date: '2026-11-01', orders: 2, turnover: 200, refunded: 7 },
      { date: '2026-11-02', orders: 0, turnover: 0, refunded: 0 },
      { date: '2026-11-03', orders: 3, turnover: 300, refunded: 7 },
    ]);
  });

  it('list the currency with the most orders first', () => {
    expect(currenciesOf(statistics)).toEqual(['EUR', 'USD']);
  });
});
