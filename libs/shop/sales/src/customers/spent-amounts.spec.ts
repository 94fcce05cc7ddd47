import {
  aCustomer,
  aGift,
  anOrder,
  changed,
  identifier,
  identifiers,
  type Made,
  type TestApi,
} from '@storewright/api-testing';
import { csvOf } from '@storewright/resources';
import { startSalesApi } from '../testing/sales-api';
import { customers } from './customers.resource';
import { addAmount } from './spent-amounts';

describe('addAmount', () => {
  it.each([
    [[], { currency_code: 'EUR', amount: 5 }, [{ currency_code: 'EUR', amount: 5 }]],
    [[{ currency_code: 'EUR', amount: 5 }], { currency_code: 'EUR', amount: -5 }, []],
    [
      [{ currency_code: 'USD', amount: 1 }],
      { currency_code: 'JPY', amount: 2 },
      [
        { currency_code: 'JPY', amount: 2 },
        { currency_code: 'USD', amount: 1 },
      ],
    ],
  ])('adds to the sums %j the amount %j and returns %j', (sums, added, result) => {
    expect(addAmount(sums, added)).toEqual(result);
  });
});

describe('total_spent of a customer', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startSalesApi();
  });
  afterAll(() => api.close());

  const buy = async (customer: Made, currency_code: string, price_amount: number) => {
    const line_items = [{ title: 'Ring', price_amount, quantity: 1 }];
    const order = await anOrder(
      api.http,
      { line_items, currency_code },
      { customer: identifier('customers', customer.id) },
    );
    await api.http.patch(order.path, changed('orders', order.id, { payment_status: 'paid' }));
    return order;
  };
  const spent = async ({ path }: Made) => (await api.http.get(path)).body.data.attributes.total_spent;

  it('contains the payments minus the refunds for each currency of the orders', async () => {
    const customer = await aCustomer(api.http);
    expect(await spent(customer)).toEqual([]);
    await buy(customer, 'USD', 1999);
    const yen = await buy(customer, 'JPY', 3000);
    expect(await spent(customer)).toEqual([
      { currency_code: 'JPY', amount: 3000 },
      { currency_code: 'USD', amount: 1999 },
    ]);
    const refund = { payment_status: 'partially_refunded', refunded_amount: 1000 };
    await api.http.patch(yen.path, changed('orders', yen.id, refund));
    await buy(customer, 'USD', 1);
    expect(await spent(customer)).toEqual([
      { currency_code: 'JPY', amount: 2000 },
      { currency_code: 'USD', amount: 2000 },
    ]);
    await api.http.patch(yen.path, changed('orders', yen.id, { status: 'cancelled' }));
    expect(await spent(customer)).toEqual([{ currency_code: 'USD', amount: 2000 }]);
  });

  it('changes for both customers if an order moves from one customer to the other', async () => {
    const [anna, bert] = [await aCustomer(api.http), await aCustomer(api.http)];
    const order = await buy(anna, 'JPY', 3000);
    const customer = identifier('customers', bert.id);
    await api.http.patch(order.path, changed('orders', order.id, {}, { relationships: { customer } }));
    expect([await spent(anna), await spent(bert)]).toEqual([[], [{ currency_code: 'JPY', amount: 3000 }]]);
  });

  it('includes the amount that a gift code pays for a new order', async () => {
    const customer = await aCustomer(api.http);
    const gift = await aGift(api.http, 500, { currency_code: 'CHF' });
    const line_items = [{ title: 'Ring', price_amount: 500, quantity: 1 }];
    const relationships = {
      customer: identifier('customers', customer.id),
      codes: identifiers('codes', [gift.id]),
    };
    await anOrder(api.http, { line_items, currency_code: 'CHF' }, relationships);
    expect(await spent(customer)).toEqual([{ currency_code: 'CHF', amount: 500 }]);
  });

  it.each(['POST of an order', 'PATCH of an order'])(
    'is corrected by a %s if an older version of the service has changed the sum',
    async (change) => {
      const customer = await aCustomer(api.http);
      const order = await buy(customer, 'USD', 1999);
      await buy(customer, 'JPY', 3000);
      await api.database.query(`UPDATE shop.customers SET total_spent = '[]' WHERE id = $1`, [customer.id]);
      const paid = { payment_status: 'partially_refunded', refunded_amount: 999 };
      if (change.startsWith('POST')) await buy(customer, 'EUR', 1);
      else await api.http.patch(order.path, changed('orders', order.id, paid));
      expect(await spent(customer)).toEqual(
        change.startsWith('POST')
          ? [
              { currency_code: 'EUR', amount: 1 },
              { currency_code: 'JPY', amount: 3000 },
              { currency_code: 'USD', amount: 1999 },
            ]
          : [
              { currency_code: 'JPY', amount: 3000 },
              { currency_code: 'USD', amount: 1000 },
            ],
      );
    },
  );
});

describe('export of customers as CSV', () => {
  it('contains a line per currency, with the amount as a decimal', () => {
    const total_spent = [
      { currency_code: 'JPY', amount: 3000 },
      { currency_code: 'USD', amount: 1999 },
    ];
    const { header, linesOf } = csvOf(customers, { fields: new Set(['total_spent']) });
    expect(header).toBe('id,total_spent_currency_code,total_spent.amount\r\n');
    expect(linesOf({ id: '1', total_spent: JSON.stringify(total_spent) })).toBe(
      '1,JPY,3000\r\n1,USD,19.99\r\n',
    );
  });
});
