import {
  aCustomer,
  aGift,
  anOrder,
  changed,
  codesOf,
  forSale,
  identifier,
  identifiers,
  linesOf,
  type Made,
  type TestApi,
} from '@storewright/api-testing';
import { anAccessToken, type Response } from '@storewright/testing';
import fc from 'fast-check';
import { startSalesApi } from '../testing/sales-api';
import { type PostedKind, postedKinds, type TransactionKind } from './transaction-kinds';

let api: TestApi;
beforeAll(async () => {
  api = await startSalesApi();
});
afterAll(() => api.close());

interface Shown {
  id: string;
  attributes: Record<string, unknown> & { kind: TransactionKind; amount: number };
}

const post = ({ id }: Made, attributes: object): Promise<Response> =>
  api.http.post('/api/transactions', {
    data: { type: 'transactions', attributes, relationships: { order: identifier('orders', id) } },
  });
const patch = ({ id, path }: Made, attributes: object) =>
  api.http.patch(path, changed('orders', id, attributes));
const attributesOf = async ({ path }: Made) => (await api.http.get(path)).body.data.attributes;
const historyOf = async ({ path }: Made): Promise<Shown[]> =>
  (await api.http.get(`${path}/transactions?page[size]=100`)).body.data;
const amountsOf = (history: readonly Shown[]) =>
  history.map(({ attributes: { kind, amount } }) => [kind, amount]);

/** Refusal of a request: status, code, pointer and `meta`. */
function refusalOf({ status, body }: Response) {
  const [{ code, source, meta }] = body.errors;
  return [status, code, source.pointer, meta];
}

describe('POST /api/transactions', () => {
  it('authorizes, captures and refunds an order of 2000 in parts, and updates the payment status', async () => {
    const customer = await aCustomer(api.http);
    const order = await anOrder(api.http, {}, { customer: identifier('customers', customer.id) });
    const authorized = await post(order, {
      kind: 'authorization',
      amount: 1_500,
      reference: 'pi_1',
      note: 'Card',
    });
    expect([authorized.status, authorized.body.data.attributes]).toEqual([
      201,
      {
        ...{ kind: 'authorization', amount: 1_500, currency_code: 'EUR', line_items: null, note: 'Card' },
        ...{ reference: 'pi_1', derived: false, actor_type: 'access_token' },
        ...{ actor_id: expect.any(String), actor_name: 'test' },
      },
    ]);
    expect(await attributesOf(order)).toMatchObject({ payment_status: 'authorized', paid_amount: 0 });
    expect((await post(order, { kind: 'capture', amount: 1_000 })).status).toBe(201);
    expect(await attributesOf(order)).toMatchObject({ payment_status: 'authorized', paid_amount: 1_000 });
    expect((await post(order, { kind: 'void' })).body.data.attributes.amount).toBe(500);
    expect(await attributesOf(order)).toMatchObject({ payment_status: 'pending', voided_at: null });
    expect((await post(order, { kind: 'capture', currency_code: 'EUR' })).status).toBe(201);
    expect(await attributesOf(order)).toMatchObject({ payment_status: 'paid', paid_at: expect.any(String) });
    expect((await post(order, { kind: 'refund', amount: 300 })).status).toBe(201);
    expect(await attributesOf(customer)).toMatchObject({ orders_count: 1, total_spent_amount: 1_700 });
    expect((await post(order, { kind: 'refund' })).status).toBe(201);
    expect(await attributesOf(order)).toMatchObject({ payment_status: 'refunded', refunded_amount: 2_000 });
    expect(amountsOf(await historyOf(order))).toEqual([
      ...[
        ['authorization', 1_500],
        ['capture', 1_000],
        ['void', 500],
        ['capture', 1_000],
      ],
      ...[
        ['refund', 300],
        ['refund', 1_700],
      ],
    ]);
    const listed = await api.http.get('/api/transactions?filter[reference]=pi_1&include=order');
    expect([listed.body.data.length, listed.body.included[0].id]).toEqual([1, order.id]);
  });

  it('returns an error for amounts, currencies and kinds that the order does not accept', async () => {
    const order = await anOrder(api.http);
    const amount = '/data/attributes/amount';
    expect(refusalOf(await post(order, { kind: 'refund' }))).toEqual([
      ...[409, 'illegal_transition', '/data/attributes/kind', { allowed: ['authorization', 'capture'] }],
    ]);
    expect(refusalOf(await post(order, { kind: 'capture', amount: 2_001 }))).toEqual([
      ...[422, 'invalid_attribute', amount, { attribute: 'amount', available: 2_000 }],
    ]);
    expect(refusalOf(await post(order, { kind: 'capture', currency_code: 'JPY' }))).toEqual([
      ...[422, 'invalid_attribute', '/data/attributes/currency_code', { attribute: 'currency_code' }],
    ]);
    await post(order, { kind: 'authorization', amount: 700 });
    expect(refusalOf(await post(order, { kind: 'capture', amount: 701 }))[3]).toMatchObject({
      available: 700,
    });
    const writer = api.http.as(await anAccessToken(api.database, api.shop, ['transactions.post']));
    const document = {
      type: 'transactions',
      attributes: { kind: 'capture', amount: 701 },
      relationships: { order: identifier('orders', order.id) },
    };
    const guess = await writer.post('/api/transactions', { data: document });
    expect(refusalOf(guess)[3]).toMatchObject({ attribute: 'amount' });
    expect(guess.text).not.toContain('700');
    expect(amountsOf(await historyOf(order))).toEqual([['authorization', 700]]);
    await patch(order, { status: 'cancelled' });
    expect(refusalOf(await post(order, { kind: 'capture' }))).toEqual([
      ...[422, 'invalid_relationship', '/data/relationships/order/data'],
      { relationship: 'order', reason: 'cancelled' },
    ]);
  });

  it('refunds order lines, and returns each piece to stock at most once', async () => {
    const variant = await forSale(api.http, { inventory_quantity: 5, price_amount: 1_000 });
    const line_items = [...linesOf([variant, 3]), { title: 'Engraving', price_amount: 500, quantity: 1 }];
    const order = await anOrder(api.http, { line_items, shipping_amount: 100 });
    await patch(order, { payment_status: 'paid' });
    const refund = (...lines: object[]) => post(order, { kind: 'refund', line_items: lines });
    const answer = await refund(
      { line_index: 0, quantity: 1, restock: true },
      { line_index: 1, quantity: 1 },
    );
    expect(answer.body.data.attributes).toMatchObject({
      amount: 1_500,
      line_items: [
        { line_index: 0, quantity: 1, restock: true },
        { line_index: 1, quantity: 1, restock: false },
      ],
    });
    expect((await attributesOf(variant)).inventory_quantity).toBe(3);
    const pointers = [
      [{ line_index: 0, quantity: 3 }, '0/quantity'],
      [{ line_index: 2, quantity: 1 }, '0/line_index'],
      [{ line_index: 0, quantity: 0 }, '0/quantity'],
    ] as const;
    for (const [line, place] of pointers)
      expect(refusalOf(await refund(line)).slice(0, 3)).toEqual([
        ...[422, 'invalid_attribute', `/data/attributes/line_items/${place}`],
      ]);
    const twice = await refund({ line_index: 0, quantity: 1 }, { line_index: 0, quantity: 1 });
    expect(refusalOf(twice)[2]).toBe('/data/attributes/line_items/1/line_index');
    expect((await refund({ line_index: 0, quantity: 1, restock: false })).status).toBe(201);
    expect((await attributesOf(variant)).inventory_quantity).toBe(3);
    await patch(order, { status: 'cancelled' });
    expect((await attributesOf(variant)).inventory_quantity).toBe(5);
  });

  it('returns 405 for updates and deletions, and the database role can update only the column version', async () => {
    const order = await anOrder(api.http);
    const { id } = (await post(order, { kind: 'capture' })).body.data;
    const change = await api.http.patch(
      `/api/transactions/${id}`,
      changed('transactions', id, { amount: 1 }),
    );
    expect([change.status, (await api.http.delete(`/api/transactions/${id}`)).status]).toEqual([405, 405]);
    const may = await api.database.query<{ column: string }>(
      `SELECT column_name AS column FROM information_schema.column_privileges
        WHERE grantee = 'storewright_shop' AND table_name = 'transactions' AND privilege_type = 'UPDATE'`,
    );
    expect(may).toEqual([{ column: 'version' }]);
  });
});

describe('PATCH /api/orders/{id}', () => {
  it('records a transaction for each change of the payment, and none for unrelated changes', async () => {
    const order = await anOrder(api.http);
    await patch(order, { note: 'Ring twice', payment_status: 'pending' });
    await patch(order, { payment_status: 'authorized' });
    await patch(order, { payment_status: 'paid' });
    await patch(order, { payment_status: 'partially_refunded', refunded_amount: 300 });
    await patch(order, { payment_status: 'refunded', status: 'cancelled' });
    expect(amountsOf(await historyOf(order))).toEqual([
      ...[
        ['authorization', 2_000],
        ['capture', 2_000],
        ['refund', 300],
        ['refund', 1_700],
      ],
    ]);
    const voided = await anOrder(api.http);
    await patch(voided, { payment_status: 'voided' });
    expect(amountsOf(await historyOf(voided))).toEqual([['void', 0]]);
  });

  it('records transactions of gift codes when an order is placed or cancelled', async () => {
    const gift = await aGift(api.http, 800);
    const order = await anOrder(api.http, {}, { codes: identifiers('codes', [gift.id]) });
    await patch(order, { status: 'cancelled' });
    const history = await historyOf(order);
    expect(amountsOf(history)).toEqual([
      ['gift_card_redemption', 800],
      ['gift_card_return', 800],
    ]);
    expect(history.map(({ attributes: { reference } }) => reference)).toEqual([gift.id, gift.id]);
    expect((await api.http.delete(order.path)).status).toBe(204);
    const left = await api.database.query('SELECT FROM shop.transactions WHERE order_id = $1', [order.id]);
    expect(left).toEqual([]);
  });

  it('adds missing transactions of an order without a payment history', async () => {
    const gift = await aGift(api.http, 500);
    const order = await anOrder(api.http, {}, { codes: identifiers('codes', [gift.id]) });
    await patch(order, { payment_status: 'authorized' });
    await api.database.query('DELETE FROM shop.transactions WHERE order_id = $1', [order.id]);
    await post(order, { kind: 'capture', amount: 900 });
    const history = await historyOf(order);
    expect(amountsOf(history)).toEqual([
      ...[
        ['gift_card_redemption', 500],
        ['authorization', 1_500],
        ['capture', 900],
      ],
    ]);
    expect(history.map(({ attributes: { derived } }) => derived)).toEqual([true, true, false]);
  });
});

/** A step of a random history. Steps of one batch run at once. */
const amount = fc.option(fc.integer({ min: 1, max: 2_200 }), { nil: undefined });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom(...postedKinds), amount }) },
  { weight: 1, arbitrary: fc.constantFrom({ payment_status: 'paid' }, { payment_status: 'refunded' }) },
  { weight: 1, arbitrary: fc.constant({ status: 'cancelled' }) },
);
type Step = { kind: PostedKind; amount?: number } | { payment_status: string } | { status: string };

describe('payment history of an order', () => {
  it('adds up to the amounts of the order after any changes, even if refunds race a cancellation', async () => {
    const batches = fc.array(fc.array(step, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
    const send = (order: Made, each: Step) =>
      'kind' in each ? post(order, JSON.parse(JSON.stringify(each)) as object) : patch(order, each);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 1_500 }), batches, async (balance, history) => {
        const gift = balance > 0 ? await aGift(api.http, balance) : undefined;
        const order = await anOrder(api.http, {}, { codes: identifiers('codes', gift ? [gift.id] : []) });
        for (const batch of history)
          for (const answer of await Promise.all(batch.map((each) => send(order, each))))
            if (answer.status >= 300)
              expect(['illegal_transition', 'invalid_attribute', 'invalid_relationship']).toEqual(
                expect.arrayContaining(codesOf(answer)),
              );
        const entries = await historyOf(order);
        const sum = (kind: TransactionKind) =>
          entries.reduce(
            (total, each) => (each.attributes.kind === kind ? total + each.attributes.amount : total),
            0,
          );
        const { paid_amount, refunded_amount, total_amount, payment_status } = await attributesOf(order);
        expect(sum('capture') + sum('gift_card_redemption')).toBe(paid_amount);
        expect(sum('refund')).toBe(refunded_amount);
        expect(paid_amount).toBeLessThanOrEqual(total_amount);
        expect(refunded_amount + sum('gift_card_return')).toBeLessThanOrEqual(paid_amount);
        const left = gift ? (await attributesOf(gift)).balance_amount : 0;
        expect(sum('gift_card_redemption') - sum('gift_card_return')).toBe(balance - left);
        const [{ authorized }] = (await api.database.query<{ authorized: number }>(
          `SELECT coalesce(sum(authorized_change), 0)::integer AS authorized
            FROM shop.transactions WHERE order_id = $1`,
          [order.id],
        )) as [{ authorized: number }];
        expect(authorized).toBeGreaterThanOrEqual(0);
        expect(authorized).toBeLessThanOrEqual(total_amount - paid_amount);
        if (payment_status === 'authorized') expect(authorized).toBeGreaterThan(0);
      }),
      { numRuns: 25 },
    );
  });
});
