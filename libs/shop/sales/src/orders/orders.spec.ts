import { randomUUID } from 'node:crypto';
import {
  aCode,
  aCustomer,
  aGift,
  anOrder,
  aProduct,
  aTenant,
  aVariant,
  changed,
  codesOf,
  eventsOf,
  forSale,
  identifier,
  identifiers,
  idsOf,
  linesOf,
  type Made,
  newCode,
  newCustomer,
  newOrder,
  query,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { atomicExtension, mediaType } from '@storewright/json-api';
import type { Response } from '@storewright/testing';
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

const attributesOf = async ({ path }: Made) => (await tenant.http.get(path)).body.data.attributes;
const place = (attributes: object, relationships: object = {}) =>
  tenant.http.post('/api/orders', newOrder(attributes, relationships));
const change = ({ id, path }: Made, attributes: object, relationships: object = {}) =>
  tenant.http.patch(path, changed('orders', id, attributes, { relationships }));
/** Status of a response with the code, the pointer and the meta of each error. */
const faultsOf = ({ status, body }: Response): unknown[] => [
  status,
  ...body.errors.map(
    ({ code, source, meta }: { code: string; source?: { pointer: string }; meta?: object }) => [
      code,
      source?.pointer,
      meta,
    ],
  ),
];
const usedBy = (...codes: Made[]) => ({
  codes: identifiers(
    'codes',
    codes.map(({ id }) => id),
  ),
});
const by = (customer: Made) => ({ customer: identifier('customers', customer.id) });

/** Types of the last events of the shop. */
async function lastEvents(count: number): Promise<string[]> {
  const events = await eventsOf(api.database, tenant.shop);
  return events.slice(-count).map(({ type }) => type);
}

describe('POST /api/orders', () => {
  it('stores prices and titles at the time of the order, and returns their total', async () => {
    const blue = await forSale(tenant.http, { sku: 'B-1', price_amount: 1_995 });
    const line_items = [...linesOf([blue, 2]), { title: 'Engraving', price_amount: 250, quantity: 1 }];
    const shipping_address = { line1: 'Hauptstraße 1', country_code: 'DE' };
    const sent = { shipping_amount: 490, tax_amount: 10, email: 'a@b.example', note: 'Ring', tags: ['new'] };
    const order = await anOrder(tenant.http, { line_items, shipping_address, ...sent });
    expect(order.response.body.data).toMatchObject({
      attributes: {
        ...{
          number: 1001,
          currency_code: 'EUR',
          subtotal_amount: 4_240,
          discount_amount: 0,
          total_amount: 4_740,
        },
        ...{ paid_amount: 0, refunded_amount: 0, shipping_address, billing_address: null, ...sent },
        ...{ status: 'open', payment_status: 'pending', fulfillment_status: 'unfulfilled', paid_at: null },
      },
      meta: {
        next: {
          status: ['completed', 'cancelled'],
          payment_status: ['authorized', 'paid', 'voided'],
          fulfillment_status: ['partial', 'fulfilled'],
        },
      },
    });
    const { response } = await anOrder(tenant.http, {
      line_items: linesOf([blue, 1]),
      requires_shipping: false,
    });
    expect(response.body.data.attributes).toMatchObject({ number: 1002, fulfillment_status: 'not_required' });
    expect(
      (await tenant.http.patch(blue.path, changed('variants', blue.id, { price_amount: 1 }))).status,
    ).toBe(200);
    const [first, second] = (await attributesOf(order)).line_items;
    expect(first).toMatchObject({
      ...{
        variant_id: blue.id,
        title: 'Mug – Blue',
        sku: 'B-1',
        price_amount: 1_995,
        quantity: 2,
        total_amount: 3_990,
      },
    });
    expect(second).toEqual({
      ...{ variant_id: null, product_id: null, title: 'Engraving', sku: null },
      ...{ price_amount: 250, quantity: 1, total_amount: 250 },
    });
    expect(idsOf(await tenant.http.get(`${order.path}/variants`))).toEqual([blue.id]);
  });

  it('reduces stock, updates the customer’s order count and spent amount, and creates events', async () => {
    const [counted, endless] = [
      await forSale(tenant.http, { inventory_quantity: 5 }),
      await forSale(tenant.http, { inventory_quantity: null }),
    ];
    const oversold = await forSale(tenant.http, { inventory_quantity: 1, inventory_policy: 'continue' });
    const customer = await aCustomer(tenant.http, { email: 'anna@example.com' });
    const line_items = linesOf([counted, 2], [endless, 7], [oversold, 3]);
    const order = await anOrder(tenant.http, { line_items }, by(customer));
    expect((await lastEvents(4)).toSorted()).toEqual([
      ...['customers.updated', 'orders.created', 'variants.updated', 'variants.updated'],
    ]);
    const left = await Promise.all([counted, endless, oversold].map(attributesOf));
    expect(left.map(({ inventory_quantity }) => inventory_quantity)).toEqual([3, null, -2]);
    expect(await attributesOf(customer)).toMatchObject({ orders_count: 1, total_spent_amount: 0 });
    expect((await attributesOf(order)).email).toBe('anna@example.com');
    const { body } = await tenant.http.get(`${customer.path}?include=orders.variants`);
    expect(body.data.relationships.orders.data).toEqual([{ type: 'orders', id: order.id }]);
    expect(body.included).toHaveLength(4);
  });

  it('lists included customers in the order in which the orders refer to them', async () => {
    const { http } = await aTenant(api);
    const [first, second] = [await aCustomer(http), await aCustomer(http)];
    for (const customer of [second, first, second]) await anOrder(http, {}, by(customer));
    const { body } = await http.get('/api/orders?include=customer&sort=number');
    expect(body.included.map(({ id }: Made) => id)).toEqual([second.id, first.id]);
  });

  it('rejects items that are not on sale, without any write', async () => {
    const [two, other] = [
      await forSale(tenant.http, { inventory_quantity: 2 }),
      await forSale(tenant.http, { currency_code: 'USD' }),
    ];
    const draft = await aVariant(tenant.http, (await aProduct(tenant.http)).id);
    const at = (index: number, name: string) => `/data/attributes/line_items/${index}/${name}`;
    const line_items = linesOf([two, 3], [other, 1], [draft, 1]);
    const attribute = 'line_items';
    expect(faultsOf(await place({ line_items }))).toEqual([
      422,
      ['invalid_attribute', at(0, 'quantity'), { attribute, available: 2 }],
      ['invalid_attribute', at(1, 'variant_id'), { attribute }],
      ['invalid_attribute', at(2, 'variant_id'), { attribute }],
    ]);
    const stranger = await aTenant(api);
    for (const id of [randomUUID(), (await forSale(stranger.http)).id])
      expect(faultsOf(await place({ line_items: linesOf([{ id }, 1]) }))).toEqual([
        404,
        ['not_found', at(0, 'variant_id'), undefined],
      ]);
    const nobody = { customer: identifier('customers', randomUUID()) };
    expect(faultsOf(await place({}, nobody)).slice(0, 2)).toEqual([
      404,
      ['not_found', '/data/relationships/customer/data/id', undefined],
    ]);
    expect((await attributesOf(two)).inventory_quantity).toBe(2);
    expect((await tenant.http.get('/api/orders?page[total]=true')).body.meta.page.total).toBe(0);
  });

  it('the database rejects rows of orders with inconsistent amounts or states', async () => {
    const { id } = await anOrder(tenant.http);
    const line = '{"total_amount": 2000, "price_amount": 1999, "quantity": 1}';
    for (const values of [
      'total_amount = total_amount + 1',
      'subtotal_amount = 1999, total_amount = 1999',
      'discount_amount = 2001, total_amount = -1',
      'discount_amount = -1, total_amount = 2001',
      'paid_amount = 2001',
      'refunded_amount = 1',
      `line_items = '[]'`,
      `line_items = '[${line}]'`,
      `payment_status = 'paid'`,
      `cancel_reason = 'why'`,
      `status = 'cancelled', fulfillment_status = 'partial'`,
    ])
      await expect(
        api.database.query(`UPDATE shop.orders SET ${values} WHERE id = $1`, [id]),
      ).rejects.toMatchObject({ code: '23514' });
  });
});

describe('codes of an order', () => {
  it('reduce the price of the order by a percentage, by an amount, or only for some products', async () => {
    const [mug, cup] = [
      await forSale(tenant.http, { price_amount: 1_999 }),
      await forSale(tenant.http, { price_amount: 5_000 }),
    ];
    const product = mug.response.body.data.relationships.product.data.id as string;
    const tenth = await aCode(tenant.http, {}, { products: identifiers('products', [product]) });
    const amount = await aCode(tenant.http, { value_type: 'fixed_amount', value: 500, currency_code: 'EUR' });
    const order = await anOrder(
      tenant.http,
      { line_items: linesOf([mug, 1], [cup, 1]) },
      usedBy(amount, tenth),
    );
    expect(order.response.body.data.attributes).toMatchObject({
      ...{ subtotal_amount: 6_999, discount_amount: 699, total_amount: 6_300, payment_status: 'pending' },
    });
    expect((await lastEvents(3)).toSorted()).toEqual(['codes.updated', 'codes.updated', 'orders.created']);
    for (const code of [tenth, amount]) expect((await attributesOf(code)).usage_count).toBe(1);
    expect(idsOf(await tenant.http.get(`${order.path}/codes`)).toSorted()).toEqual(
      [tenth.id, amount.id].toSorted(),
    );
    expect(faultsOf(await tenant.http.delete(tenth.path))).toEqual([
      409,
      ['still_referenced', undefined, { type: 'orders' }],
    ]);
  });

  it('pay the order total with a gift code, up to the balance of the gift code', async () => {
    const customer = await aCustomer(tenant.http);
    const [small, large] = [await aGift(tenant.http, 300), await aGift(tenant.http, 10_000)];
    const part = await anOrder(tenant.http, {}, { ...usedBy(small), ...by(customer) });
    expect(part.response.body.data.attributes).toMatchObject({ paid_amount: 300, payment_status: 'pending' });
    expect(await attributesOf(small)).toMatchObject({
      balance_amount: 0,
      status: 'exhausted',
      usage_count: 1,
    });
    const all = await anOrder(
      tenant.http,
      {
        shipping_amount: 500,
        line_items: [{ title: 'A', price_amount: 100, quantity: 1 }],
        currency_code: 'EUR',
      },
      { ...usedBy(large), ...by(customer) },
    );
    expect(all.response.body.data.attributes).toMatchObject({
      ...{ paid_amount: 600, payment_status: 'paid', paid_at: expect.stringMatching(/Z$/) },
    });
    expect((await attributesOf(large)).balance_amount).toBe(9_400);
    expect(await attributesOf(customer)).toMatchObject({ orders_count: 2, total_spent_amount: 900 });
  });

  it('are rejected with a reason if the order cannot redeem the codes', async () => {
    const [anna, bert] = [await aCustomer(tenant.http), await aCustomer(tenant.http)];
    const product = await aProduct(tenant.http);
    const once = await aCode(tenant.http, { usage_limit_per_customer: 1 });
    await anOrder(tenant.http, {}, { ...usedBy(once), ...by(anna) });
    const cases: [Made, string][] = [
      [await aCode(tenant.http), ''],
      [await aCode(tenant.http, { enabled: false }), 'disabled'],
      [await aCode(tenant.http, { ends_at: '2020-01-01' }), 'expired'],
      [await aCode(tenant.http, { minimum_subtotal_amount: 2_001 }), 'minimum_subtotal_amount'],
      [await aCode(tenant.http, {}, by(bert)), 'customer'],
      [await aCode(tenant.http, {}, { products: identifiers('products', [product.id]) }), 'products'],
      [once, 'usage_limit_per_customer'],
      [await aGift(tenant.http, 5, { currency_code: 'USD' }), 'currency_code'],
    ];
    const refused = await place({}, { ...usedBy(...cases.map(([code]) => code)), ...by(anna) });
    const relationship = 'codes';
    expect(faultsOf(refused)).toEqual([
      422,
      ...cases.flatMap(([, reason], at) =>
        reason
          ? [['invalid_relationship', `/data/relationships/codes/data/${at}`, { relationship, reason }]]
          : [],
      ),
    ]);
    const nowhere = { codes: identifiers('codes', [once.id, randomUUID()]) };
    expect(faultsOf(await place({}, nowhere))).toEqual([
      404,
      ['not_found', '/data/relationships/codes/data/1/id', undefined],
    ]);
    expect((await place({}, { ...usedBy(once), ...by(bert) })).status).toBe(201);
    const gifts = usedBy(await aGift(tenant.http, 2_000), await aGift(tenant.http, 1));
    expect(faultsOf(await place({}, gifts))).toEqual([
      422,
      ['invalid_relationship', '/data/relationships/codes/data/1', { relationship, reason: 'no_effect' }],
    ]);
  });

  it('stay limited to their products after the deletion of these products', async () => {
    const product = await aProduct(tenant.http);
    const code = await aCode(tenant.http, {}, { products: identifiers('products', [product.id]) });
    expect((await tenant.http.delete(product.path)).status).toBe(204);
    const refused = await place({}, usedBy(code));
    expect([refused.status, refused.body.errors[0].meta.reason]).toEqual([422, 'products']);
  });

  it('cannot change after the order was placed', async () => {
    const order = await anOrder(tenant.http);
    const code = await aCode(tenant.http);
    const refused = await change(order, {}, usedBy(code));
    expect([refused.status, codesOf(refused)]).toEqual([403, ['relationship_not_writable']]);
    const linkage = await tenant.http.send('POST', `${order.path}/relationships/codes`, {
      body: identifiers('codes', [code.id]),
    });
    expect(linkage.status).toBe(405);
  });
});

describe('PATCH and DELETE /api/orders/{id}', () => {
  it('PATCH changes states and their timestamps, and the customer’s order count and spent amount', async () => {
    const customer = await aCustomer(tenant.http);
    const order = await anOrder(tenant.http, {}, by(customer));
    const steps: [object, string, number][] = [
      [{ payment_status: 'authorized' }, 'authorized_at', 0],
      [{ payment_status: 'paid' }, 'paid_at', 2_000],
      [{ fulfillment_status: 'partial' }, 'updated_at', 2_000],
      [{ fulfillment_status: 'fulfilled' }, 'fulfilled_at', 2_000],
      [{ status: 'completed' }, 'completed_at', 2_000],
      [{ payment_status: 'partially_refunded', refunded_amount: 500 }, 'refunded_at', 1_500],
      [{ payment_status: 'partially_refunded', refunded_amount: 600 }, 'refunded_at', 1_400],
      [{ fulfillment_status: 'returned' }, 'returned_at', 1_400],
      [{ payment_status: 'refunded' }, 'refunded_at', 0],
    ];
    let version = 1;
    for (const [attributes, moment, spent] of steps) {
      const { status, body } = await change(order, attributes);
      expect([status, body.data?.meta.version]).toEqual([200, (version += 1)]);
      expect(body.data.attributes).toMatchObject(attributes);
      expect(body.data.attributes[moment] ?? body.data.meta[moment]).toMatch(/Z$/);
      expect(await attributesOf(customer)).toMatchObject({ orders_count: 1, total_spent_amount: spent });
    }
    const { body } = await tenant.http.get(order.path);
    expect(body.data.meta.next).toEqual({ status: [], payment_status: [], fulfillment_status: [] });
  });

  it('PATCH returns 409 with the allowed states for a forbidden transition', async () => {
    const order = await anOrder(tenant.http);
    expect(faultsOf(await change(order, { payment_status: 'refunded' }))).toEqual([
      409,
      [
        'illegal_transition',
        '/data/attributes/payment_status',
        { allowed: ['authorized', 'paid', 'voided'] },
      ],
    ]);
    expect((await change(order, { fulfillment_status: 'fulfilled' })).status).toBe(200);
    expect(faultsOf(await change(order, { status: 'cancelled' }))).toEqual([
      409,
      ['illegal_transition', '/data/attributes/status', { allowed: ['completed'] }],
    ]);
    expect(faultsOf(await change(order, { cancel_reason: 'customer' }))).toEqual([
      422,
      ['invalid_attribute', '/data/attributes/cancel_reason', { attribute: 'cancel_reason' }],
    ]);
    const unfit = await change(order, { payment_status: 'paid', refunded_amount: 5 });
    expect([unfit.status, codesOf(unfit)]).toEqual([422, ['invalid_attribute']]);
  });

  it('PATCH to cancelled releases stock and codes only once, even if the client repeats the request', async () => {
    const customer = await aCustomer(tenant.http);
    const [counted, gone, uncounted] = [
      await forSale(tenant.http, { inventory_quantity: 5 }),
      await forSale(tenant.http, { inventory_quantity: 5 }),
      await forSale(tenant.http),
    ];
    const [code, gift] = [await aCode(tenant.http, { usage_limit: 1 }), await aGift(tenant.http, 700)];
    const line_items = linesOf([counted, 2], [gone, 1], [uncounted, 1], [counted, 1]);
    const order = await anOrder(tenant.http, { line_items }, { ...usedBy(code, gift), ...by(customer) });
    expect((await attributesOf(code)).status).toBe('exhausted');
    expect((await tenant.http.delete(gone.path)).status).toBe(204);
    // Stock that becomes tracked after the order does not increase on cancellation, because the order
    // reserved nothing.
    const begun = changed('variants', uncounted.id, { inventory_quantity: 9 });
    expect((await tenant.http.patch(uncounted.path, begun)).status).toBe(200);
    const cancelled = await change(order, { status: 'cancelled', cancel_reason: 'changed mind' });
    expect(cancelled.body.data).toMatchObject({
      attributes: {
        status: 'cancelled',
        cancel_reason: 'changed mind',
        cancelled_at: expect.stringMatching(/Z$/),
      },
      meta: { next: { status: [], payment_status: [], fulfillment_status: [] } },
    });
    expect((await lastEvents(6)).toSorted()).toEqual([
      ...['codes.updated', 'codes.updated', 'customers.updated', 'orders.updated', 'transactions.created'],
      'variants.updated',
    ]);
    expect((await change(order, { status: 'cancelled' })).status).toBe(200);
    const quantities = await Promise.all([counted, uncounted].map(attributesOf));
    expect(quantities.map(({ inventory_quantity }) => inventory_quantity)).toEqual([5, 9]);
    const changesOf = async (filter: string, { id }: Made) =>
      (await tenant.http.get(`/api/inventory_changes?filter[${filter}]=${id}&sort=id`)).body.data;
    const ordered = [
      { attributes: { reason: 'ordered', delta: -3, quantity: 2, actor_type: 'access_token' } },
      { attributes: { reason: 'restocked', delta: 3, quantity: 5, actor_type: 'access_token' } },
    ].map((each) => ({ ...each, relationships: { order: identifier('orders', order.id) } }));
    const changes = await changesOf('order', order);
    expect(changes).toMatchObject(ordered);
    const path = `/api/inventory_changes/${changes[0].id}`;
    const read = async (end: string) => (await tenant.http.get(`${path}${end}`)).body;
    expect((await read('?include=variant,order')).included.map(({ id }: Made) => id)).toEqual([
      ...[counted.id, order.id],
    ]);
    expect([(await read('/order')).data.id, (await read('/variant')).data.id]).toEqual([
      order.id,
      counted.id,
    ]);
    expect((await read('/relationships/order')).data).toEqual(identifier('orders', order.id).data);
    expect(await changesOf('variant', counted)).toMatchObject([
      { attributes: { reason: 'created', delta: 5, quantity: 5 }, relationships: { order: { data: null } } },
      ...ordered,
    ]);
    expect(await attributesOf(code)).toMatchObject({ usage_count: 0, status: 'active' });
    expect(await attributesOf(gift)).toMatchObject({ usage_count: 0, balance_amount: 700 });
    expect(await attributesOf(customer)).toMatchObject({ orders_count: 0, total_spent_amount: 0 });
  });

  it('PATCH of a cancelled order can change only note and tags', async () => {
    const order = await anOrder(tenant.http);
    await change(order, { status: 'cancelled' });
    const customer = await aCustomer(tenant.http);
    for (const attributes of [
      { status: 'open' },
      { payment_status: 'paid' },
      { email: 'a@b.example' },
      { cancel_reason: 'late' },
    ])
      expect(faultsOf(await change(order, attributes))).toEqual([
        409,
        ['illegal_transition', `/data/attributes/${Object.keys(attributes)[0]}`, { allowed: [] }],
      ]);
    expect(faultsOf(await change(order, {}, by(customer))).slice(0, 1)).toEqual([409]);
    const linkage = await tenant.http.patch(
      `${order.path}/relationships/customer`,
      identifier('customers', customer.id),
    );
    expect([linkage.status, linkage.body.errors[0].source]).toEqual([409, { pointer: '/data' }]);
    const noted = await change(order, { note: 'Called', tags: ['late'], status: 'cancelled', email: null });
    expect(noted.body.data.attributes).toMatchObject({ note: 'Called', tags: ['late'] });
  });

  it('PATCH moves an order and the amount of the order to a different customer', async () => {
    const [anna, bert] = [await aCustomer(tenant.http), await aCustomer(tenant.http)];
    const order = await anOrder(tenant.http, {}, by(anna));
    expect((await change(order, { payment_status: 'paid' }, by(bert))).status).toBe(200);
    expect(await attributesOf(anna)).toMatchObject({ orders_count: 0, total_spent_amount: 0 });
    expect(await attributesOf(bert)).toMatchObject({ orders_count: 1, total_spent_amount: 2_000 });
    expect((await tenant.http.patch(`${order.path}/relationships/customer`, { data: null })).status).toBe(
      204,
    );
    expect(await attributesOf(bert)).toMatchObject({ orders_count: 0, total_spent_amount: 0 });
    expect((await change(order, {}, by(anna))).status).toBe(200);
    expect(await attributesOf(anna)).toMatchObject({ orders_count: 1, total_spent_amount: 2_000 });
  });

  it('DELETE returns 409 unless the order is cancelled', async () => {
    const order = await anOrder(
      tenant.http,
      { line_items: linesOf([await forSale(tenant.http), 1]) },
      usedBy(await aCode(tenant.http)),
    );
    expect(faultsOf(await tenant.http.delete(order.path))).toEqual([
      409,
      ['illegal_transition', undefined, { allowed: ['cancelled'] }],
    ]);
    await change(order, { status: 'cancelled' });
    expect((await tenant.http.delete(order.path)).status).toBe(204);
    expect((await tenant.http.get(order.path)).status).toBe(404);
  });

  it('PATCH rejects changes of amounts and line items', async () => {
    const order = await anOrder(tenant.http);
    for (const name of [
      'total_amount',
      'line_items',
      'paid_amount',
      'number',
      'currency_code',
      'shipping_amount',
      'paid_at',
    ]) {
      const refused = await change(order, { [name]: 1 });
      expect([name, refused.status, codesOf(refused)]).toEqual([name, 422, ['not_fillable']]);
    }
  });
});

describe('redaction and deletion of a customer with orders', () => {
  it('redaction clears the customer and the orders, and keeps order count and spent amounts', async () => {
    const customer = await aCustomer(tenant.http, { email: 'anna@example.com', first_name: 'Anna' });
    const personal = {
      billing_address: { city: 'Berlin' },
      shipping_address: { city: 'Bonn' },
      note: 'For Anna',
    };
    const [order, cancelled, bare] = [
      await anOrder(tenant.http, personal, by(customer)),
      await anOrder(tenant.http, personal, by(customer)),
      await anOrder(tenant.http, { email: null }, by(customer)),
    ];
    await change(order, { payment_status: 'paid' });
    await change(cancelled, { status: 'cancelled' });
    const redacted = changed('customers', customer.id, { status: 'redacted' });
    expect((await tenant.http.patch(customer.path, redacted)).status).toBe(200);
    expect((await lastEvents(5)).toSorted()).toEqual([
      'customers.redacted',
      'customers.redaction_requested',
      'customers.updated',
      'orders.updated',
      'orders.updated',
    ]);
    for (const each of [order, cancelled])
      expect(await attributesOf(each)).toMatchObject({
        ...{ email: null, billing_address: null, shipping_address: null, note: null },
      });
    expect((await tenant.http.get(bare.path)).body.data.meta.version).toBe(1);
    expect(idsOf(await tenant.http.get('/api/orders?filter[email]=anna@example.com'))).toEqual([]);
    expect(await attributesOf(customer)).toMatchObject({ orders_count: 2, total_spent_amount: 2_000 });
    // Changes of the orders still update the sums, but restore no personal data.
    expect((await change(order, { payment_status: 'refunded' })).status).toBe(200);
    expect((await attributesOf(customer)).total_spent_amount).toBe(0);
    expect(faultsOf(await change(order, { email: 'anna@example.com' }))).toEqual([
      422,
      ['invalid_attribute', '/data/attributes/email', { attribute: 'email' }],
    ]);
    const another = await place({}, by(customer));
    expect([another.status, codesOf(another)]).toEqual([422, ['invalid_relationship']]);
  });

  it('deletion returns 409 while the customer has orders', async () => {
    const customer = await aCustomer(tenant.http);
    await anOrder(tenant.http, {}, by(customer));
    const refused = await tenant.http.delete(customer.path);
    expect(faultsOf(refused)).toEqual([409, ['still_referenced', undefined, { type: 'orders' }]]);
    expect(refused.body.errors[0].detail).toContain('redacted');
  });
});

describe('POST /api/operations', () => {
  const inExtension = `${mediaType};ext="${atomicExtension}"`;
  const send = (operations: object[]) =>
    tenant.http.post(
      '/api/operations',
      { 'atomic:operations': operations },
      { headers: { 'content-type': inExtension } },
    );
  const add = (document: object, more: object = {}) => ({
    op: 'add',
    data: { ...(document as { data: object }).data, ...more },
  });

  it('creates orders with a customer and a code from the same request, or writes nothing', async () => {
    const variant = await forSale(tenant.http, { inventory_quantity: 3 });
    const relationships = {
      customer: { data: { type: 'customers', lid: 'anna' } },
      codes: { data: [{ type: 'codes', lid: 'ten' }] },
    };
    const order = add(newOrder({ line_items: linesOf([variant, 2]) }), { relationships });
    const before = [add(newCustomer(), { lid: 'anna' }), add(newCode(), { lid: 'ten' })];
    expect(faultsOf(await send([...before, order, order]))).toEqual([
      422,
      [
        'invalid_attribute',
        '/atomic:operations/3/data/attributes/line_items/0/quantity',
        { attribute: 'line_items', available: 1 },
      ],
    ]);
    for (const type of ['customers', 'codes', 'orders'])
      expect(idsOf(await tenant.http.get(`/api/${type}`))).toEqual([]);
    expect((await attributesOf(variant)).inventory_quantity).toBe(3);
    const custom = add(newOrder(), { relationships });
    const { status, body } = await send([...before, order, custom]);
    expect(status).toBe(200);
    const [anna, , first, second] = body['atomic:results'].map(({ data }: { data: object }) => data);
    expect([first.attributes.number, second.attributes.number]).toEqual([1_001, 1_002]);
    expect(first.attributes.discount_amount).toBe(399);
    const { data } = (await tenant.http.get(`/api/customers/${anna.id}`)).body;
    expect(data.attributes.orders_count).toBe(2);
    expect((await attributesOf(variant)).inventory_quantity).toBe(1);
  });
});

describe('GET /api/orders', () => {
  it('filters and sorts by every attribute that is declared as filter or sort key', async () => {
    const customer = await aCustomer(tenant.http, { email: 'Anna@Example.com' });
    const made = [];
    for (const price_amount of [300, 100, 200]) {
      const line_items = [{ title: 'Advice', price_amount, quantity: 1 }];
      made.push(
        await anOrder(
          tenant.http,
          { line_items, currency_code: 'EUR' },
          price_amount === 100 ? {} : by(customer),
        ),
      );
    }
    const [a, b, c] = made.map(({ id }) => id);
    await change(made[2]!, { payment_status: 'paid', fulfillment_status: 'partial' });
    const { actor_id, ...author } = made[0]!.response.body.data.attributes;
    expect(author).toMatchObject({ actor_type: 'access_token', actor_name: 'test' });
    const since = made[1]!.response.body.data.meta.created_at as string;
    const cases: [object, unknown[]][] = [
      [{ sort: 'total_amount' }, [b, c, a]],
      [{ sort: '-number' }, [c, b, a]],
      [{ sort: '-created_at' }, [c, b, a]],
      [{ 'filter[total_amount][gte]': 200, sort: 'total_amount' }, [c, a]],
      [{ 'filter[number]': 1002 }, [b]],
      [{ 'filter[email]': 'ANNA@example.com' }, [a, c]],
      [{ 'filter[customer]': customer.id, sort: '-id' }, [c, a]],
      [{ 'filter[payment_status]': 'paid,authorized' }, [c]],
      [{ 'filter[fulfillment_status]': 'unfulfilled' }, [a, b]],
      [{ 'filter[status]': 'cancelled' }, []],
      [{ 'filter[actor_id]': actor_id, sort: 'number' }, [a, b, c]],
      [{ 'filter[actor_id]': customer.id }, []],
      [{ 'filter[created_at][gt]': since }, [c]],
      [{ 'filter[created_at][lte]': since }, [a, b]],
    ];
    for (const [parameters, ids] of cases)
      expect([parameters, idsOf(await tenant.http.get(`/api/orders?${query(parameters as never)}`))]).toEqual(
        [parameters, ids],
      );
  });
});
