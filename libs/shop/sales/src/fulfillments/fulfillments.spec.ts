import {
  aCustomer,
  anOrder,
  changed,
  codesOf,
  identifier,
  type Made,
  type TestApi,
} from '@storewright/api-testing';
import { anAccessToken, type Response } from '@storewright/testing';
import { startSalesApi } from '../testing/sales-api';
import { statusOf, unfulfilledLines } from './fulfillment-states';

let api: TestApi;
beforeAll(async () => {
  api = await startSalesApi();
});
afterAll(() => api.close());

const line_items = [
  { title: 'Mug', price_amount: 500, quantity: 3 },
  { title: 'Bowl', price_amount: 900, quantity: 1 },
];
const anOrderOfMugs = (relationships = {}) =>
  anOrder(api.http, { line_items, currency_code: 'EUR' }, relationships);
const post = (type: string, { id }: Made, attributes: object, http = api.http): Promise<Response> =>
  http.post(`/api/${type}`, {
    data: { type, attributes, relationships: { order: identifier('orders', id) } },
  });
const fulfill = (order: Made, attributes: object = {}) => post('fulfillments', order, attributes);
const patch = (type: string, id: string, attributes: object) =>
  api.http.patch(`/api/${type}/${id}`, changed(type, id, attributes));
const attributesOf = async ({ path }: Made) => (await api.http.get(path)).body.data.attributes;
const fulfillmentsOf = async ({ path }: Made) =>
  (await api.http.get(`${path}/fulfillments`)).body.data as {
    id: string;
    attributes: Record<string, unknown>;
  }[];

describe('statusOf', () => {
  const lines = [{ quantity: 2 }, { quantity: 1 }];
  const of = (...quantities: [line_index: number, quantity: number][]) => ({
    line_items: quantities.map(([line_index, quantity]) => ({ line_index, quantity })),
  });
  it.each([
    [[], 'unfulfilled', [2, 1]],
    [[of()], 'partial', [2, 1]],
    [[of([0, 1])], 'partial', [1, 1]],
    [[of([0, 1]), of([0, 1], [1, 1])], 'fulfilled', []],
  ])(
    'returns, for lines with quantities 2 and 1 and the fulfillments %j, the status %s',
    (handovers, status, left) => {
      expect(statusOf(lines, handovers)).toBe(status);
      expect(unfulfilledLines(lines, handovers).map(({ quantity }) => quantity)).toEqual(left);
    },
  );
});

describe('POST /api/fulfillments', () => {
  it('fulfills an order in parts, and each fulfillment or cancellation updates fulfillment_status', async () => {
    const order = await anOrderOfMugs();
    const tracking = { carrier: 'DHL', tracking_number: 'JD01', tracking_url: 'https://dhl.example/JD01' };
    const first = await fulfill(order, { line_items: [{ line_index: 0, quantity: 2 }], ...tracking });
    expect([first.status, first.body.data.attributes]).toMatchObject([
      201,
      { status: 'fulfilled', ...tracking, derived: false, actor_type: 'access_token', actor_name: 'test' },
    ]);
    expect(await attributesOf(order)).toMatchObject({ fulfillment_status: 'partial', fulfilled_at: null });
    const rest = (await fulfill(order)).body.data;
    expect(rest.attributes.line_items).toEqual([
      { line_index: 0, quantity: 1 },
      { line_index: 1, quantity: 1 },
    ]);
    expect(await attributesOf(order)).toMatchObject({
      ...{ fulfillment_status: 'fulfilled', fulfilled_at: expect.any(String) },
    });
    const more = await fulfill(order);
    expect([more.status, codesOf(more)]).toEqual([409, ['illegal_transition']]);
    const cancelled = await patch('fulfillments', rest.id, { status: 'cancelled' });
    expect([cancelled.status, cancelled.body.data.attributes]).toMatchObject([
      200,
      { cancelled_at: expect.stringMatching(/Z$/), canceller_type: 'access_token', canceller_name: 'test' },
    ]);
    expect(first.body.data.attributes).toMatchObject({ cancelled_at: null, canceller_type: null });
    expect(await attributesOf(order)).toMatchObject({ fulfillment_status: 'partial', fulfilled_at: null });
    const again = await patch('fulfillments', rest.id, { status: 'fulfilled' });
    expect([again.status, again.body.errors[0].meta]).toEqual([409, { allowed: [] }]);
    await patch('fulfillments', first.body.data.id, { status: 'cancelled' });
    expect(await attributesOf(order)).toMatchObject({ fulfillment_status: 'unfulfilled' });
    const listed = await api.http.get('/api/fulfillments?filter[tracking_number]=JD01&include=order');
    expect(listed.body.included[0].id).toBe(order.id);
  });

  it('rejects quantities and orders that the shop cannot fulfill', async () => {
    const order = await anOrderOfMugs();
    const answer = await fulfill(order, {
      line_items: [{ line_index: 0, quantity: 4 }],
      tracking_url: 'javascript:alert(1)',
    });
    expect(answer.body.errors[0].source.pointer).toBe('/data/attributes/tracking_url');
    const tooMany = await fulfill(order, { line_items: [{ line_index: 0, quantity: 4 }] });
    expect([tooMany.status, tooMany.body.errors[0].source.pointer, tooMany.body.errors[0].meta]).toEqual([
      ...[422, '/data/attributes/line_items/0/quantity', { attribute: 'line_items', available: 3 }],
    ]);
    const virtual = await anOrder(api.http, { line_items, currency_code: 'EUR', requires_shipping: false });
    expect((await fulfill(virtual)).body.errors[0].meta).toMatchObject({ reason: 'not_required' });
    await patch('orders', order.id, { status: 'cancelled' });
    expect((await fulfill(order)).body.errors[0].meta).toMatchObject({ reason: 'cancelled' });
  });

  it('fulfills each piece only once during concurrent requests and a cancellation', async () => {
    const order = await anOrderOfMugs();
    const one = { line_items: [{ line_index: 0, quantity: 2 }] };
    const answers = await Promise.all([
      ...[fulfill(order, one), fulfill(order, one), fulfill(order, one)],
      patch('orders', order.id, { status: 'cancelled' }),
    ]);
    const done = answers.slice(0, 3).filter(({ status }) => status === 201).length;
    expect([done, answers[3]!.status]).toEqual(done === 1 ? [1, 409] : [0, 200]);
    expect(await fulfillmentsOf(order)).toHaveLength(done);
  });
});

describe('PATCH /api/orders/{id}', () => {
  it('records a fulfillment for each new fulfillment_status', async () => {
    const order = await anOrderOfMugs();
    await patch('orders', order.id, { fulfillment_status: 'partial' });
    await patch('orders', order.id, { fulfillment_status: 'fulfilled' });
    await patch('orders', order.id, { fulfillment_status: 'returned' });
    const entries = await fulfillmentsOf(order);
    expect(entries.map(({ attributes }) => attributes['line_items'])).toEqual([
      [],
      [
        { line_index: 0, quantity: 3 },
        { line_index: 1, quantity: 1 },
      ],
    ]);
    const late = await patch('fulfillments', entries[1]!.id, { status: 'cancelled' });
    expect([late.status, codesOf(late)]).toEqual([409, ['illegal_transition']]);
  });
});

describe('POST /api/order_comments', () => {
  it('stores the author, and a redaction of the customer clears comments and tracking', async () => {
    const customer = await aCustomer(api.http);
    const order = await anOrderOfMugs({ customer: identifier('customers', customer.id) });
    const text = await anAccessToken(api.database, api.shop);
    const person = { id: customer.id, name: 'Anna Smith' };
    await api.database.query(
      `UPDATE auth.access_tokens SET person_id = $1, person_name = $2
        WHERE id = (SELECT id FROM auth.access_tokens WHERE shop_id = $3 ORDER BY created_at DESC LIMIT 1)`,
      [person.id, person.name, api.shop.id],
    );
    const made = (await post('order_comments', order, { body: 'Anna is on holiday' }, api.http.as(text))).body
      .data;
    expect(made.attributes).toEqual({
      ...{ body: 'Anna is on holiday', actor_type: 'person', actor_id: person.id, actor_name: person.name },
    });
    const sent = (await fulfill(order, { tracking_number: 'JD02', tracking_url: 'https://dhl.example/2' }))
      .body.data;
    await patch('customers', customer.id, { status: 'redacted' });
    const [comment, parcel] = [
      (await api.http.get(`/api/order_comments?filter[order]=${order.id}`)).body.data[0].attributes,
      (await api.http.get(`/api/fulfillments/${sent.id}`)).body.data.attributes,
    ];
    expect(comment).toMatchObject({ body: null, actor_name: person.name });
    expect(parcel).toMatchObject({ tracking_number: null, tracking_url: null });
    const [row] = await api.database.query<{ rules: Record<string, object> }>(
      'SELECT rules FROM shop.redactions WHERE resource_id = $1',
      [customer.id],
    );
    expect(row!.rules).toMatchObject({
      order_comments: { ids: [made.id], clear: { body: null } },
      fulfillments: { ids: [sent.id], clear: { tracking_number: null, tracking_url: null } },
    });
  });
});
