import { describeResource } from '@storewright/json-api';

const dateSchema = { type: 'string', format: 'date' };

/** The orders that were placed on one day in one currency, added up. Its id is the day and the currency: `2026-11-21-EUR`. */
export const orderStatistics = describeResource({
  type: 'order_statistics',
  path: '/api/order_statistics',
  ids: { pattern: '^\\d{4}-\\d{2}-\\d{2}-[A-Z]{3}$' },
  description:
    'Orders of one day (in the time zone of the shop) and currency, added up; the id is both: 2026-11-21-EUR. A day without orders has none.',
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
      description: 'The day on which the orders were placed, in the time zone of the shop.',
      schema: dateSchema,
    },
    currency_code: { description: 'ISO 4217, of its amounts.' },
    orders_count: { description: 'Orders that are not cancelled, whether they are paid or not.' },
    total_amount: { description: 'The sum of their total_amount.' },
    refunded_amount: { description: 'What of that was refunded so far, whenever that was.' },
    net_amount: { description: 'Total less refunded.' },
  },
  filters: {
    from: { description: 'The first day; 30 days up to the last one where absent.', schema: dateSchema },
    to: { description: 'The last day; today in the shop where absent.', schema: dateSchema },
  },
});
