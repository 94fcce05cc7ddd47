import { randomUUID } from 'node:crypto';
import { TokenVerifier } from '@storewright/access';
import {
  aCode,
  aCustomer,
  anOrder,
  aProduct,
  aTenant,
  aVariant,
  changed,
  type CheckedClient,
  codesOf,
  identifier,
  type Made,
  newCode,
  newCustomer,
  newOrder,
  newProduct,
  newVariant,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { startSalesApi } from './testing/sales-api';

let api: TestApi;
let owner: Tenant;
let product: Made;
beforeAll(async () => {
  api = await startSalesApi();
  owner = await aTenant(api);
  product = await aProduct(owner.http);
});
afterAll(() => api.close());

/** A tenant with another token of the same shop. */
const holding = async (...scopes: string[]): Promise<Tenant> => aTenant(api, scopes, owner.shop);
const serverMembers = ['created_at', 'updated_at', 'version'];
const operations = { 'content-type': 'application/vnd.api+json; ext="https://jsonapi.org/ext/atomic"' };
const inOperations = (http: CheckedClient, ...all: object[]) =>
  http.post(
    '/api/operations',
    { 'atomic:operations': all },
    { headers: { ...operations, accept: operations['content-type'] } },
  );

type Document = { data: { attributes: object; relationships?: object } };
const writes: [
  type: string,
  create: () => object,
  holder: (http: CheckedClient) => Promise<Made>,
  change: object,
][] = [
  [
    'customers',
    () => newCustomer({ first_name: 'Anna' }),
    (http) => aCustomer(http, { phone: '030 1' }),
    { note: 'n' },
  ],
  [
    'codes',
    () => newCode({ code: randomUUID() }),
    (http) => aCode(http),
    { starts_at: '2026-01-01T00:00:00Z' },
  ],
  ['products', () => newProduct({ tags: ['a', 'b'] }), (http) => aProduct(http), { title: 'Cup' }],
  [
    'variants',
    () => newVariant(product.id, { sku: randomUUID() }),
    (http) => aVariant(http, product.id),
    { price_amount: 5 },
  ],
  ['orders', () => newOrder({ email: 'anna@example.com' }), (http) => anOrder(http), { note: 'n' }],
];

describe.each(writes)('write of %s by a token without read access', (type, create, holder, change) => {
  /** Expects all sent attributes, and no attribute that was not sent. */
  const expectOnlySent = (data: Record<string, object>, sent: Document['data']) => {
    expect(data['attributes']).toEqual(sent.attributes);
    expect(Object.keys(data['relationships'] ?? {})).toEqual(Object.keys(sent.relationships ?? {}));
    expect(Object.keys(data['meta']!).sort()).toEqual(serverMembers);
    expect(Object.keys(data).sort()).toEqual([
      'attributes',
      'id',
      'links',
      'meta',
      ...(sent.relationships && Object.keys(sent.relationships).length ? ['relationships'] : []),
      'type',
    ]);
  };

  it('POST returns only sent values and members that the server generates', async () => {
    const { http } = await holding(`${type}.post`);
    const sent = create() as Document;
    const { status, body, headers } = await http.post(`/api/${type}`, sent);
    expect(status).toBe(201);
    expectOnlySent(body.data as Record<string, object>, sent.data);
    expect(headers['location']).toMatch(`/api/${type}/${body.data.id as string}`);
  });

  it('PATCH returns only sent values and members that the server generates, with and without attributes', async () => {
    const { http } = await holding(`${type}.patch`);
    const { id, path } = await holder(owner.http);
    const empty = await http.patch(path, changed(type, id, {}));
    expect(empty.status).toBe(200);
    expectOnlySent(empty.body.data as Record<string, object>, { attributes: {} });
    const one = await http.patch(path, changed(type, id, change));
    expect(one.status).toBe(200);
    expectOnlySent(one.body.data as Record<string, object>, { attributes: change });
    expect(one.body.data.meta.version).toBe(2);
  });

  it('POST /api/operations returns only sent values, and returns all values to a token with read access', async () => {
    const { id } = await holder(owner.http);
    const [add, update] = [create() as Document, changed(type, id, change) as Document];
    const all = [
      { op: 'add', ...add },
      { op: 'update', ...update },
    ];
    const { http } = await holding(`${type}.post`, `${type}.patch`);
    const { status, body } = await inOperations(http, ...all);
    expect(status).toBe(200);
    expectOnlySent(body['atomic:results'][0].data as Record<string, object>, add.data);
    expectOnlySent(body['atomic:results'][1].data as Record<string, object>, update.data);

    const reader = await holding(`${type}.patch`, `${type}.get`);
    const whole = await inOperations(reader.http, { op: 'update', ...changed(type, id, change) });
    expect(whole.body['atomic:results'][0].data).toEqual(
      (await owner.http.get(`/api/${type}/${id}`)).body.data,
    );
  });
});

it('a write response includes related objects only if the token may read the written object', async () => {
  const customer = await aCustomer(owner.http);
  const { id, path } = await anOrder(owner.http, {}, { customer: identifier('customers', customer.id) });
  const { http } = await holding('orders.patch', 'orders.post', 'customers.get');
  for (const refused of [
    await http.patch(`${path}?include=customer`, changed('orders', id, {})),
    await http.post('/api/orders?include=customer', newOrder()),
  ]) {
    expect([refused.status, codesOf(refused)]).toEqual([403, ['insufficient_scope']]);
    expect(refused.body.errors[0].meta).toEqual({ required_scopes: ['orders.get'] });
  }
});

it('a write of a code by a token without read access returns no ETag, which would reveal the status', async () => {
  const { http } = await holding('codes.patch');
  const { id, path } = await aCode(owner.http);
  expect((await http.patch(path, changed('codes', id, {}))).headers['etag']).toBeUndefined();
  const customers = await holding('customers.patch');
  const customer = await aCustomer(owner.http);
  expect(
    (await customers.http.patch(customer.path, changed('customers', customer.id, {}))).headers['etag'],
  ).toBe(customer.etag);
});

describe('ETag of a write response without all attributes', () => {
  /** A digest of hidden values would let clients verify guesses. */
  const plain = /^"\d+-\d{20}"$/;
  const asked = ['?include=', '?include=&fields[orders]=total_amount', '?fields[orders]=total_amount', '?'];

  it.each(asked)('depends only on the version of the object, for PATCH and POST with %s', async (query) => {
    const { http } = await holding('orders.patch', 'orders.post');
    const order = await anOrder(owner.http);
    const patched = await http.patch(order.path + query, changed('orders', order.id, {}));
    expect([patched.status, patched.headers['etag']]).toEqual([200, order.etag]);
    const posted = await http.post(`/api/orders${query}`, newOrder());
    expect([posted.status, posted.headers['etag']]).toEqual([201, expect.stringMatching(plain)]);
    const again = { headers: { 'if-match': patched.headers['etag']! } };
    expect((await http.patch(order.path, changed('orders', order.id, { note: 'n' }), again)).status).toBe(
      200,
    );
  });

  it('does not depend on hidden attributes, whatever related objects the request includes', async () => {
    const { http } = await holding('orders.patch');
    const order = await anOrder(owner.http);
    const tags = asked.map(async (query) => {
      const { headers } = await http.patch(order.path + query, changed('orders', order.id, {}));
      return headers['etag'];
    });
    expect([...new Set(await Promise.all(tags))]).toEqual([order.etag]);
  });

  it('is absent if the full ETag of the object would reveal an attribute', async () => {
    const { http } = await holding('codes.patch', 'codes.post');
    const { id, path } = await aCode(owner.http);
    for (const { status, headers } of [
      await http.patch(`${path}?include=`, changed('codes', id, {})),
      await http.post('/api/codes?include=', newCode()),
    ]) {
      expect(status).toBeLessThan(300);
      expect(headers['etag']).toBeUndefined();
    }
  });
});

describe('stored response for an Idempotency-Key', () => {
  const withScopes = async (scopes: string[]) => {
    await api.database.query(
      'UPDATE auth.access_tokens SET scopes = $2 WHERE shop_id = $1 AND scopes IS NOT NULL',
      [owner.shop.id, scopes],
    );
    api.application.get(TokenVerifier, { strict: false }).forget({ shop_id: owner.shop.id });
  };

  it('contains only values that the token of the repeated request may read', async () => {
    const { http } = await holding('customers.post', 'customers.get');
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const sent = newCustomer({ first_name: 'Anna' }) as Document;
    const first = await http.post('/api/customers', sent, options);
    expect(first.body.data.attributes.status).toBe('active');

    await withScopes(['customers.post']);
    const again = await http.post('/api/customers', sent, options);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(again.body.data).toMatchObject({ id: first.body.data.id, attributes: sent.data.attributes });
    expect(Object.keys(again.body.data.attributes as object)).toEqual(Object.keys(sent.data.attributes));
  });

  it('has no digest of the content if the token of the repeated request has fewer scopes', async () => {
    const { http } = await holding('orders.post', 'orders.get');
    const options = { headers: { 'idempotency-key': randomUUID() } };
    const [path, sent] = ['/api/orders?include=&fields[orders]=total_amount', newOrder()];
    const first = await http.post(path, sent, options);
    const tag = first.headers['etag']!;

    await withScopes(['orders.post']);
    const again = await http.post(path, sent, options);
    expect([again.status, again.headers['idempotency-replayed']]).toEqual([201, 'true']);
    expect(again.headers['etag']).toBe(tag.replace(/\..*(?="$)/, ''));
  });

  it('contains only values that the token may read, also for POST /api/operations', async () => {
    const { http } = await holding('customers.patch');
    const { id } = await aCustomer(owner.http, { phone: '030 987654' });
    const headers = { ...operations, accept: operations['content-type'], 'idempotency-key': randomUUID() };
    const sent = { 'atomic:operations': [{ op: 'update', ...changed('customers', id, { note: 'n' }) }] };
    for (const _ of ['first', 'again']) {
      const { body } = await http.post('/api/operations', sent, { headers });
      expect(body['atomic:results'][0].data.attributes).toEqual({ note: 'n' });
    }
    const kept = await api.database.query<{ answer: string }>(
      'SELECT answer::text FROM shop.idempotency_keys WHERE key = $1',
      [headers['idempotency-key']],
    );
    expect(kept).toHaveLength(1);
    expect(kept[0]!.answer).not.toContain('987654');
  });
});
