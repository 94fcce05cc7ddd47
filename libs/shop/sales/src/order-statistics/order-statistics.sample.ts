import { anOrder } from '@storewright/api-testing';
import type { ControllerSample } from '@storewright/conformance';
import { currencies } from '@storewright/money';
import { orderStatistics } from './order-statistics.resource';

let count = 0;

export const orderStatisticsSample: ControllerSample = {
  resource: orderStatistics,
  routes: ['GET /api/order_statistics', 'GET /api/order_statistics/:id'],
  scopes: ['orders.collection'],
  // Each sample order has a different currency, so that two shops never have equal ids of statistics.
  request: async ({ method, path }, { tenant: { http } }) => {
    const currency_code = currencies[(count += 1) % currencies.length];
    const line_items = [{ title: 'Engraving', price_amount: 2_000, quantity: 1 }];
    const { response } = await anOrder(http, { currency_code, line_items });
    const date = (response.body.data.meta.created_at as string).slice(0, 10);
    return { method, path: path.replace(':id', `${date}-${currency_code}`) };
  },
};
