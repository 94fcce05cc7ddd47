import { describeResource } from '@storewright/json-api';

const dateSchema = { type: 'string', format: 'date' };

/**
 * Totals of the orders of one day in one currency. The id consists of the day and the currency, such as
 * `2026-11-21-EUR`.
 */
export const orderStatistics = describeResource({
  type: 'order_statistics',
  path: '/api/order_statistics',
  ids: { pattern: '^\\d{4}-\\d{2}-\\d{2}-[A-Z]{3}$' },
  description:
    'Totals of the orders of one day (in the time zone of the shop) and one currency. The id ' +
    'combines both, such as 2026-11-21-EUR. Days without orders have no object.',
  attributes: {
    date: 'string',
    currency_code: 'string',
    orders_count: 'number',
    total_amount: 'number',
    refunded_amount: 'number',
    net_amount: 'number',
  },
  described: {
    date: {
      description: 'Day on which the orders were created, in the time zone of the shop.',
      schema: dateSchema,
    },
    currency_code: { description: 'ISO 4217 code for the amounts.' },
    orders_count: { description: 'Number of paid and unpaid orders, excluding cancelled orders.' },
    total_amount: { description: 'Sum of the total_amount of all orders, in minor units of currency_code.' },
    refunded_amount: {
      description: 'Sum of all refunds for these orders so far, in minor units of currency_code.',
    },
    net_amount: { description: 'total_amount minus refunded_amount, in minor units of currency_code.' },
  },
  filters: {
    from: { description: 'First day of the range. By default the range has 30 days.', schema: dateSchema },
    to: {
      description: 'Last day of the range. Defaults to today in the time zone of the shop.',
      schema: dateSchema,
    },
  },
});
