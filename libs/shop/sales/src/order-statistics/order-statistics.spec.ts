import { randomUUID } from 'node:crypto';
import {
  anOrder,
  aTenant,
  changed,
  type Made,
  query,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { startSalesApi } from '../testing/sales-api';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startSalesApi();
});
beforeEach(async () => {
  tenant = await aTenant(api);
});
afterAll(() => api.close());

const path = '/api/order_statistics';
const list = (parameters: Record<string, string> = {}, { http } = tenant) =>
  http.get(`${path}?${query(parameters)}`);
const november = { 'filter[from]': '2025-11-01', 'filter[to]': '2025-11-30' };

/** Creates an order with this creation time. */
async function placed(at: string, price: number, currency_code = 'EUR'): Promise<Made> {
  const line_items = [{ title: 'Engraving', price_amount: price, quantity: 1 }];
  const order = await anOrder(tenant.http, { currency_code, line_items });
  await api.database.query('UPDATE shop.orders SET created_at = $2 WHERE id = $1', [order.id, at]);
  return order;
}
const change = async (order: Made, attributes: object) => {
  const { status } = await tenant.http.patch(order.path, changed('orders', order.id, attributes));
  expect(status).toBe(200);
};

type Shown = { id: string; attributes: Record<string, string | number> };
const numbersOf = ({ body }: { body: { data: Shown[] } }): unknown[] =>
  body.data.map(({ id, attributes: { orders_count, total_amount, refunded_amount, net_amount } }) => [
    ...[id, orders_count, total_amount, refunded_amount, net_amount],
  ]);

describe('GET /api/order_statistics', () => {
  it('counts orders and sums their amounts per day and currency, and omits days without orders', async () => {
    await placed('2025-11-03T09:00:00Z', 1_000);
    await placed('2025-11-03T18:00:00Z', 2_500);
    await placed('2025-11-03T18:00:00Z', 900, 'USD');
    await placed('2025-11-07T12:00:00Z', 400);
    expect(numbersOf(await list(november))).toEqual([
      ['2025-11-03-EUR', 2, 3_500, 0, 3_500],
      ['2025-11-03-USD', 1, 900, 0, 900],
      ['2025-11-07-EUR', 1, 400, 0, 400],
    ]);
    const [first] = (await list(november)).body.data;
    expect(first.attributes).toMatchObject({ date: '2025-11-03', currency_code: 'EUR' });
  });

  it('returns an empty list for a shop without orders', async () => {
    expect(numbersOf(await list(november))).toEqual([]);
  });

  it('uses UTC days and includes the first and the last day of the range', async () => {
    await placed('2025-10-31T23:59:59.999999Z', 1);
    await placed('2025-11-01T00:00:00Z', 2);
    await placed('2025-11-01T23:59:59.999999Z', 4);
    await placed('2025-11-02T01:00:00+02:00', 8);
    await placed('2025-11-30T23:59:59.999999Z', 16);
    await placed('2025-12-01T00:00:00Z', 32);
    expect(numbersOf(await list(november)).map((row) => (row as unknown[]).slice(0, 3))).toEqual([
      ['2025-11-01-EUR', 3, 14],
      ['2025-11-30-EUR', 1, 16],
    ]);
  });

  it.each([
    // Daylight saving time starts (a day of 23 hours) and ends (a day of 25 hours).
    ['Europe/Berlin', '2026-03-29', ['2026-03-28T23:00:00Z', '2026-03-29T21:59:59.999999Z']],
    ['Europe/Berlin', '2025-10-26', ['2025-10-25T22:00:00Z', '2025-10-26T22:59:59.999999Z']],
    // The hour from 00:00 to 00:59 occurs twice.
    ['America/Havana', '2025-11-02', ['2025-11-02T04:00:00Z', '2025-11-03T04:59:59.999999Z']],
    ['Asia/Kolkata', '2025-11-03', ['2025-11-02T18:30:00Z', '2025-11-03T18:29:59.999999Z']],
    ['Asia/Kathmandu', '2025-11-03', ['2025-11-02T18:15:00Z', '2025-11-03T18:14:59.999999Z']],
  ])(
    'uses days in the time zone of the shop: in %s, the day %s starts and ends at local midnight',
    async (zone, day, [first, last]) => {
      await api.database.query('UPDATE auth.shops SET time_zone = $2 WHERE id = $1', [tenant.shop.id, zone]);
      const micro = (at: string, by: number) =>
        `${new Date(Date.parse(at) + (by < 0 ? -1 : 0)).toISOString().slice(0, 23)}${by < 0 ? '999' : '000'}Z`;
      await placed(micro(first!, -1), 1);
      await placed(first!, 2);
      await placed(last!, 4);
      await placed(micro(new Date(Date.parse(last!) + 1).toISOString(), 0), 8);
      const range = { 'filter[from]': day, 'filter[to]': day };
      const { body } = await list(range);
      expect(numbersOf({ body }).map((row) => (row as unknown[]).slice(0, 3))).toEqual([
        [`${day}-EUR`, 2, 6],
      ]);
      expect((await tenant.http.get(`${path}/${day}-EUR`)).body.data).toEqual(body.data[0]);
    },
  );

  it('includes unpaid orders and excludes cancelled orders', async () => {
    await placed('2025-11-03T09:00:00Z', 1_000);
    const cancelled = await placed('2025-11-03T09:00:00Z', 500);
    const alone = await placed('2025-11-04T09:00:00Z', 500);
    for (const order of [cancelled, alone]) await change(order, { status: 'cancelled' });
    expect(numbersOf(await list(november))).toEqual([['2025-11-03-EUR', 1, 1_000, 0, 1_000]]);
  });

  it('subtracts a refund on the day of the order instead of the day of the refund', async () => {
    const order = await placed('2025-11-03T09:00:00Z', 1_000);
    await change(order, { payment_status: 'paid' });
    await change(order, { payment_status: 'partially_refunded', refunded_amount: 300 });
    expect(numbersOf(await list(november))).toEqual([['2025-11-03-EUR', 1, 1_000, 300, 700]]);
  });

  it('excludes orders of other shops', async () => {
    await placed('2025-11-03T09:00:00Z', 1_000);
    const other = await aTenant(api);
    expect(numbersOf(await list(november, other))).toEqual([]);
    expect((await other.http.get(`${path}/2025-11-03-EUR`)).status).toBe(404);
  });

  it('returns previous and next pages and the total number of objects', async () => {
    for (const day of ['03', '04', '05']) await placed(`2025-11-${day}T09:00:00Z`, 1_000);
    const first = await list({ ...november, 'page[size]': '2', 'page[total]': 'true' });
    expect(first.body.meta.page.total).toBe(3);
    expect(numbersOf(first).map((row) => (row as unknown[])[0])).toEqual([
      '2025-11-03-EUR',
      '2025-11-04-EUR',
    ]);
    const { pathname, search } = new URL(first.body.links.next as string);
    const second = await tenant.http.get(pathname + search);
    expect(numbersOf(second).map((row) => (row as unknown[])[0])).toEqual(['2025-11-05-EUR']);
    const newest = await list({ ...november, sort: '-id', 'page[size]': '1' });
    expect(numbersOf(newest).map((row) => (row as unknown[])[0])).toEqual(['2025-11-05-EUR']);
  });

  it('returns the last 30 days by default', async () => {
    const before = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
    await placed(before(0), 1);
    await placed(before(29), 2);
    await placed(before(30), 4);
    expect(numbersOf(await list()).map((row) => (row as unknown[])[2])).toEqual([2, 1]);
  });
});

describe('GET /api/order_statistics/{id}', () => {
  it('returns the totals of a day in a currency', async () => {
    await placed('2025-11-03T09:00:00Z', 1_000);
    await placed('2025-11-03T09:00:00Z', 1_000, 'USD');
    const { data } = (await list(november)).body;
    const { pathname } = new URL(data[0].links.self as string);
    expect((await tenant.http.get(pathname)).body.data).toEqual(data[0]);
  });

  it.each(['2025-11-03-EUR', '2025-11-31-EUR', '0000-01-01-EUR', '2025-11-03-eur', randomUUID()])(
    'returns 404 for the id %s',
    async (id) => {
      expect((await tenant.http.get(`${path}/${id}`)).status).toBe(404);
    },
  );
});

describe('filter[from] and filter[to]', () => {
  it.each([
    ['2025-11-01', '2026-01-31'],
    ['2025-11-01', '2025-11-01'],
    ['0001-01-01', '0001-01-02'],
    ['9999-12-31', '9999-12-31'],
  ])('accept the range from %s to %s', async (from, to) => {
    expect((await list({ 'filter[from]': from, 'filter[to]': to })).status).toBe(200);
  });

  it('accept a last day without a first day, even the earliest possible day', async () => {
    expect((await list({ 'filter[to]': '0001-01-02' })).status).toBe(200);
  });

  it.each([
    [{ from: '2025-11-01', to: '2026-02-01' }, 'filter[from]'],
    [{ from: '2025-11-02', to: '2025-11-01' }, 'filter[from]'],
    [{ from: '2020-01-01' }, 'filter[from]'],
    [{ from: '2999-01-01' }, 'filter[from]'],
    [{ from: '2025-11-31' }, 'filter[from]'],
    [{ from: '2025-11-01T00:00:00Z' }, 'filter[from]'],
    [{ from: '' }, 'filter[from]'],
    [{ to: '0000-12-31' }, 'filter[to]'],
    [{ to: '12025-11-01' }, 'filter[to]'],
    [{ to: 'today' }, 'filter[to]'],
  ])('reject the range %p', async (range, parameter) => {
    const parameters = Object.entries(range).map(([name, value]) => [`filter[${name}]`, value]);
    const { status, body } = await list(Object.fromEntries(parameters) as Record<string, string>);
    expect([status, body.errors[0].code, body.errors[0].source]).toEqual([
      ...[400, 'invalid_query_parameter', { parameter }],
    ]);
  });
});
