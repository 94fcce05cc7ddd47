import type { Resource } from '../../api/documents';

export type OrderStatistic = Resource<{
  date: string;
  currency_code: string;
  orders_count: number;
  refunded_amount: number;
  net_amount: number;
}>;

export interface OrderPeriod {
  dates: readonly string[];
  statistics: readonly OrderStatistic[];
}

export interface OrderDay {
  /** Day in the shop's time zone, such as `2026-11-21`. */
  date: string;
  orders: number;
  /** Turnover minus refunds, in minor units of the currency. */
  turnover: number;
  refunded: number;
}

export function currenciesOf(statistics: readonly OrderStatistic[]): string[] {
  const orders = new Map<string, number>();
  for (const { attributes } of statistics) {
    const { currency_code, orders_count } = attributes;
    orders.set(currency_code, (orders.get(currency_code) ?? 0) + orders_count);
  }
  return [...orders].sort(([, a], [, b]) => b - a).map(([currency]) => currency);
}

export function orderDays(
  statistics: readonly OrderStatistic[],
  dates: readonly string[],
  currency: string,
): OrderDay[] {
  const known = new Map(
    statistics.flatMap(({ attributes }) =>
      attributes.currency_code === currency ? [[attributes.date, attributes] as const] : [],
    ),
  );
  return dates.map((date) => {
    const { orders_count = 0, net_amount = 0, refunded_amount = 0 } = known.get(date) ?? {};
    return { date, orders: orders_count, turnover: net_amount, refunded: refunded_amount };
  });
}
