import {
  aCode,
  aCustomer,
  aGift,
  anOrder,
  aTenant,
  changed,
  forSale,
  identifier,
  identifiers,
  linesOf,
  type Made,
  newOrder,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import type { Response } from '@storewright/testing';
import { startSalesApi } from '../testing/sales-api';
import { OrdersRepository } from './orders.repository';

/*
 * Invariants of concurrent requests, over HTTP and on Postgres as in production. The server silently retries
 * a deadlocked transaction, so tests without deadlocks count how often an order was created.
 */
let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startSalesApi();
});
beforeEach(async () => {
  tenant = await aTenant(api);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => api.close());

const place = (attributes: object = {}, relationships: object = {}) =>
  tenant.http.post('/api/orders', newOrder(attributes, relationships));
const change = ({ id, path }: Made, attributes: object, headers: Record<string, string> = {}) =>
  tenant.http.patch(path, changed('orders', id, attributes), { headers });
const attributesOf = async ({ path }: Made) => (await tenant.http.get(path)).body.data.attributes;
const usedBy = (...codes: Made[]) => ({
  codes: identifiers(
    'codes',
    codes.map(({ id }) => id),
  ),
});
const by = (customer: Made) => ({ customer: identifier('customers', customer.id) });

function atOnce(count: number, send: (at: number) => Promise<Response>): Promise<Response[]> {
  return Promise.all(Array.from({ length: count }, (_, at) => send(at)));
}

/** Number of responses per status and error code. */
function counted(answers: readonly Response[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const error = body?.errors?.[0];
    const kind = error ? [status, error.code, error.meta?.reason].filter(Boolean).join(' ') : String(status);
    counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

describe('concurrent orders', () => {
  it.each([
    [1, 12],
    [5, 12],
    [12, 12],
    [20, 12],
  ])('redeem a code up to its usage limit of %d and not more often: %d orders', async (limit, count) => {
    const code = await aCode(tenant.http, { usage_limit: limit });
    const answers = await atOnce(count, () => place({}, usedBy(code)));
    const redeemed = Math.min(limit, count);
    expect(counted(answers)).toEqual({
      '201': redeemed,
      ...(count > redeemed && { '422 invalid_relationship exhausted': count - redeemed }),
    });
    expect((await attributesOf(code)).usage_count).toBe(redeemed);
    const [pairs] = await api.database.query<{ count: number }>(
      'SELECT count(*)::integer AS count FROM shop.order_codes WHERE code_id = $1',
      [code.id],
    );
    expect(pairs).toEqual({ count: redeemed });
  });

  it("redeem a code for a customer no more often than the code's limit per customer", async () => {
    const code = await aCode(tenant.http, { usage_limit_per_customer: 2 });
    const customers = [await aCustomer(tenant.http), await aCustomer(tenant.http)];
    const answers = await atOnce(12, (at) => place({}, { ...usedBy(code), ...by(customers[at % 2]!) }));
    expect(counted(answers)).toEqual({ '201': 4, '422 invalid_relationship usage_limit_per_customer': 8 });
    for (const customer of customers) expect((await attributesOf(customer)).orders_count).toBe(2);
    expect((await attributesOf(code)).usage_count).toBe(4);
  });

  it('never spend more than the balance of a gift code', async () => {
    const gift = await aGift(tenant.http, 9_000);
    const answers = await atOnce(8, () => place({}, usedBy(gift)));
    expect(counted(answers)).toEqual({ '201': 5, '422 invalid_relationship exhausted': 3 });
    const paid = answers
      .filter(({ status }) => status === 201)
      .map(({ body }) => body.data.attributes.paid_amount);
    expect(paid.toSorted()).toEqual([1_000, 2_000, 2_000, 2_000, 2_000]);
    expect((await attributesOf(gift)).balance_amount).toBe(0);
  });

  it('never reserve more than the stock', async () => {
    const variant = await forSale(tenant.http, { inventory_quantity: 10 });
    const answers = await atOnce(12, () => place({ line_items: linesOf([variant, 3]) }));
    expect(counted(answers)).toEqual({ '201': 3, '422 invalid_attribute': 9 });
    expect((await attributesOf(variant)).inventory_quantity).toBe(1);
    for (const { body } of answers.filter(({ status }) => status === 422))
      expect(body.errors[0].meta.available).toBe(1);
  });

  it('never deadlock if orders name the same rows in different order', async () => {
    const variants = [
      await forSale(tenant.http, { inventory_quantity: 100 }),
      await forSale(tenant.http, { inventory_quantity: 100 }),
      await forSale(tenant.http, { inventory_quantity: 100 }),
    ];
    const codes = [await aCode(tenant.http, { value: 100 }), await aCode(tenant.http, { value: 200 })];
    const customers = [await aCustomer(tenant.http), await aCustomer(tenant.http)];
    const placed = jest.spyOn(
      OrdersRepository.prototype as unknown as { insertInSteps(): void },
      'insertInSteps',
    );
    const answers = await atOnce(20, (at) => {
      const [lines, used] = at % 2 ? [variants, codes] : [variants.toReversed(), codes.toReversed()];
      const line_items = linesOf(...lines.map((variant): [Made, number] => [variant, 1]));
      return place({ line_items }, { ...usedBy(...used), ...by(customers[at % 3 ? 0 : 1]!) });
    });
    expect(counted(answers)).toEqual({ '201': 20 });
    expect(placed).toHaveBeenCalledTimes(20);
    for (const variant of variants) expect((await attributesOf(variant)).inventory_quantity).toBe(80);
    for (const code of codes) expect((await attributesOf(code)).usage_count).toBe(20);
    const sums = await Promise.all(customers.map(attributesOf));
    expect(sums.map(({ orders_count }) => orders_count)).toEqual([13, 7]);
  });

  it('get consecutive numbers that increase with the creation time', async () => {
    const scarce = await forSale(tenant.http, { inventory_quantity: 4 });
    const answers = await atOnce(24, (at) => place(at % 2 ? {} : { line_items: linesOf([scarce, 1]) }));
    expect(counted(answers)).toEqual({ '201': 16, '422 invalid_attribute': 8 });
    const { body } = await tenant.http.get('/api/orders?sort=created_at&page[size]=100');
    const numbers = body.data.map(({ attributes }: { attributes: { number: number } }) => attributes.number);
    expect(numbers).toEqual(Array.from({ length: 16 }, (_, at) => 1_001 + at));
    const times = body.data.map(({ meta }: { meta: { created_at: string } }) => meta.created_at);
    expect(new Set(times).size).toBe(16);
  });
});

describe('concurrent changes of an order', () => {
  it('cancel the order only once, and return stock, codes and spent amounts only once', async () => {
    const variant = await forSale(tenant.http, { inventory_quantity: 9 });
    const [code, gift] = [await aCode(tenant.http), await aGift(tenant.http, 500)];
    const customer = await aCustomer(tenant.http);
    const relationships = { ...usedBy(code, gift), ...by(customer) };
    const kept = await anOrder(tenant.http, { line_items: linesOf([variant, 2]) }, relationships);
    const order = await anOrder(
      tenant.http,
      { line_items: linesOf([variant, 3]) },
      { ...usedBy(code), ...by(customer) },
    );
    expect(counted(await atOnce(6, () => change(order, { status: 'cancelled' })))).toEqual({ '200': 6 });
    expect((await attributesOf(variant)).inventory_quantity).toBe(7);
    expect((await attributesOf(code)).usage_count).toBe(1);
    expect(await attributesOf(customer)).toMatchObject({ orders_count: 1, total_spent_amount: 500 });
    expect((await tenant.http.get(order.path)).body.data.meta.version).toBe(2);
    expect(counted(await atOnce(4, () => change(kept, { status: 'cancelled' })))).toEqual({ '200': 4 });
    expect(await attributesOf(gift)).toMatchObject({ usage_count: 0, balance_amount: 500 });
  });

  it('succeed only once if all requests name the same version, and otherwise return 412', async () => {
    const order = await anOrder(tenant.http);
    const answers = await atOnce(8, (at) => change(order, { note: `by ${at}` }, { 'if-match': order.etag }));
    expect(counted(answers)).toEqual({ '200': 1, '412 precondition_failed': 7 });
    const won = answers.find(({ status }) => status === 200)!.body.data.attributes.note;
    expect((await attributesOf(order)).note).toBe(won);
  });

  it('succeed only once if one request cancels and one request fulfills the order', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await anOrder(tenant.http);
      const ways = [{ status: 'cancelled' }, { fulfillment_status: 'fulfilled' }];
      const answers = await atOnce(2, (at) => change(order, ways[(at + round) % 2]!));
      expect(counted(answers)).toEqual({ '200': 1, '409 illegal_transition': 1 });
    }
  });

  it('refund or cancel a version of the order, but not both, and keep the spent amount correct', async () => {
    for (let round = 0; round < 4; round += 1) {
      const order = await anOrder(tenant.http);
      const { id, path } = order;
      const paid = await change(order, { payment_status: 'paid' });
      const relationships = { order: identifier('orders', id) };
      const refund = { type: 'transactions', attributes: { kind: 'refund', amount: 300 }, relationships };
      const ways = [
        () => tenant.http.post('/api/transactions', { data: refund }),
        () => change(order, { status: 'cancelled' }, { 'if-match': paid.headers['etag'] as string }),
      ];
      const answers = counted(await atOnce(2, (at) => ways[(at + round) % 2]!()));
      const isRefunded = answers['201'] === 1;
      expect(answers).toEqual(
        isRefunded
          ? { '201': 1, '412 precondition_failed': 1 }
          : { '200': 1, '422 invalid_relationship cancelled': 1 },
      );
      expect(await attributesOf(order)).toMatchObject({
        ...{ status: isRefunded ? 'open' : 'cancelled', paid_amount: 2_000 },
        refunded_amount: isRefunded ? 300 : 0,
      });
      const { body } = await tenant.http.get(`${path}/transactions`);
      const kinds = body.data.map(({ attributes }: { attributes: { kind: string } }) => attributes.kind);
      expect(kinds).toEqual(isRefunded ? ['capture', 'refund'] : ['capture']);
    }
  });

  it('are all part of the spent amount of the customer', async () => {
    const customer = await aCustomer(tenant.http);
    const orders = await Promise.all(Array.from({ length: 9 }, () => anOrder(tenant.http, {}, by(customer))));
    const ways = [{ payment_status: 'paid' }, { status: 'cancelled' }, { note: 'Nothing that counts' }];
    expect(counted(await atOnce(9, (at) => change(orders[at]!, ways[at % 3]!)))).toEqual({ '200': 9 });
    expect(await attributesOf(customer)).toMatchObject({ orders_count: 6, total_spent_amount: 6_000 });
  });
});

describe('redaction of a customer', () => {
  it('erases all personal data even during concurrent orders and changes', async () => {
    const customer = await aCustomer(tenant.http);
    const orders = await Promise.all(
      Array.from({ length: 4 }, () => anOrder(tenant.http, { note: 'For Anna' }, by(customer))),
    );
    const redact = () =>
      tenant.http.patch(customer.path, changed('customers', customer.id, { status: 'redacted' }));
    const answers = await atOnce(13, (at) => {
      if (at === 6) return redact();
      return at % 2
        ? place({ note: 'For Anna' }, by(customer))
        : change(orders[at % 4]!, { email: `${at}@example.com` });
    });
    for (const { status } of answers) expect([200, 201, 422]).toContain(status);
    expect(answers[6]!.status).toBe(200);
    const left = await api.database.query<{ orders: number; personal: number }>(
      `SELECT count(*)::integer AS orders, count(coalesce(email, email_folded, note,
        billing_address::text))::integer AS personal
       FROM shop.orders WHERE customer_id = $1`,
      [customer.id],
    );
    const placed = answers.filter(({ status }) => status === 201).length;
    expect(left).toEqual([{ orders: 4 + placed, personal: 0 }]);
  });
});
