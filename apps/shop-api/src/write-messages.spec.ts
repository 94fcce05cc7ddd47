import { randomUUID } from 'node:crypto';
import {
  aCode,
  aCustomer,
  aMeta,
  aProduct,
  aVariant,
  changed,
  changedMeta,
  codesOf,
  forSale,
  identifier,
  identifiers,
  linesOf,
  newCustomer,
  newMeta,
  newOrder,
  newProduct,
  newVariant,
  type TestApi,
} from '@storewright/api-testing';
import { type Response, testDatabase, Wire } from '@storewright/testing';
import { startShopApi } from './testing/shop-api';

let api: TestApi;
let wire: Wire;
beforeAll(async () => {
  const database = await testDatabase();
  wire = await Wire.before(database.url('shop'));
  // With a small pool, a few requests open all connections and prepare all statements.
  const environment = {
    SHOP_DATABASE_URL: wire.through(database.url('shop')),
    DATABASE_POOL_SIZE: '1',
  };
  api = await startShopApi(environment, database);
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await api.close();
  wire.close();
});

/**
 * Returns the database messages of the second request of its kind. The fixed random number prevents the
 * sampling that follows one of sixteen new meta objects.
 */
async function messagesOf(send: () => Promise<Response>, status: number): Promise<string[][]> {
  jest.spyOn(Math, 'random').mockReturnValue(0.5);
  for (let times = 0; times < 2; times += 1) {
    wire.sent();
    expect((await send()).status).toBe(status);
  }
  return wire.sent();
}

const any = expect.any(String) as string;
const settings = 'SELECT WHERE num_nonnulls(set_config($1, $2, true)) = 0';
/** One message contains the settings of the tenant and the statement. A cluster needs a message for each. */
const whole = [settings, any];

describe('a GET request sends one message to Postgres', () => {
  it.each(['/api/products?page[size]=25', '/api/meta?page[size]=25', '/api/orders?sort=-created_at'])(
    'for the collection %s',
    async (path) => {
      expect(await messagesOf(() => api.http.get(path), 200)).toEqual([whole]);
    },
  );

  it('for one object', async () => {
    const { path } = await aProduct(api.http, { title: randomUUID() });
    expect(await messagesOf(() => api.http.get(path), 200)).toEqual([whole]);
  });
});

describe('a write that needs no rows for validation sends one message to Postgres', () => {
  it.each<[string, () => Promise<object>, string]>([
    ['a new product', async () => newProduct({ title: randomUUID() }), '/api/products'],
    ['a new customer', async () => newCustomer(), '/api/customers'],
    ['a new meta object', async () => newMeta(), '/api/meta'],
  ])('for %s', async (_, document, path) => {
    const sent = await messagesOf(async () => api.http.post(path, await document()), 201);
    expect([sent.length, sent]).toEqual([1, sent]);
  });

  it.each([
    ['POST of a variant with a position', { position: 1 }],
    ['POST of a variant without a position, which locks the product first', {}],
  ])('for %s', async (_, attributes) => {
    const product = await aProduct(api.http, { title: randomUUID() });
    const add = () =>
      api.http.post('/api/variants', newVariant(product.id, { sku: randomUUID(), ...attributes }));
    const sent = await messagesOf(add, 201);
    expect([sent.length, sent]).toEqual([1, sent]);
  });

  it('for PATCH, with or without If-Match', async () => {
    const product = await aProduct(api.http, { title: randomUUID() });
    const change = (options = {}) =>
      api.http.patch(product.path, changed('products', product.id, { description: randomUUID() }), options);
    const sent = await messagesOf(change, 200);
    expect([sent.length, sent]).toEqual([1, sent]);
    const { headers } = await change();
    let etag = headers['etag']!;
    const changeMatched = async () => {
      const response = await change({ headers: { 'if-match': etag } });
      etag = response.headers['etag']!;
      return response;
    };
    const matched = await messagesOf(changeMatched, 200);
    expect([matched.length, matched]).toEqual([1, matched]);
  });

  it('for PATCH of searchable attributes, which updates row and search index in one snapshot', async () => {
    const { path, id } = await aProduct(api.http, { title: randomUUID() });
    const change = () => api.http.patch(path, changed('products', id, { title: randomUUID() }));
    const sent = await messagesOf(change, 200);
    expect(sent).toEqual([['BEGIN ISOLATION LEVEL REPEATABLE READ', settings, any, 'COMMIT']]);
  });

  it('for DELETE of an object without references', async () => {
    const each = [await aProduct(api.http, { title: 'A' }), await aProduct(api.http, { title: 'B' })];
    const sent = await messagesOf(() => api.http.delete(each.pop()!.path), 204);
    expect([sent.length, sent]).toEqual([1, sent]);
  });
});

describe('a write that needs rows for validation', () => {
  it('changes or deletes a meta object in two messages: a read, then a write with COMMIT', async () => {
    const each = [await aMeta(api.http), await aMeta(api.http)];
    let value = 0;
    const { id, path } = each[0]!;
    const change = () => api.http.patch(path, changedMeta(id, { data: { value: (value += 1) } }));
    expect(await messagesOf(change, 200)).toHaveLength(2);
    expect(await messagesOf(() => api.http.delete(each.pop()!.path), 204)).toHaveLength(2);
  });

  it('creates an order with a discount code in two messages: locks and reads, then writes with COMMIT', async () => {
    const [one, other] = [await forSale(api.http), await forSale(api.http)];
    const line_items = linesOf([one, 1], [other, 2]);
    const customer = identifier('customers', (await aCustomer(api.http)).id);
    const codes = identifiers('codes', [(await aCode(api.http)).id]);
    const add = () => api.http.post('/api/orders', newOrder({ line_items }, { customer, codes }));
    const sent = await messagesOf(add, 201);
    // The five reads: customer, code, the code's products, variants and their products. The five writes:
    // code, customer, order and its links.
    const five = Array.from({ length: 5 }, () => any);
    expect(sent).toEqual([
      ['BEGIN', settings, ...five],
      [...five, 'COMMIT'],
    ]);
  });

  it('reports a duplicate value, an unknown linkage and a missing object as a locking write does', async () => {
    const [one, other] = [await aCustomer(api.http), await aCustomer(api.http)];
    const { email } = one.response.body.data.attributes;
    const taken = await api.http.post('/api/customers', newCustomer({ email }));
    expect(taken.body.errors).toMatchObject([
      { code: 'already_exists', source: { pointer: '/data/attributes/email' } },
    ]);
    const changedTo = await api.http.patch(other.path, changed('customers', other.id, { email }));
    expect(changedTo.body.errors).toMatchObject([{ source: { pointer: '/data/attributes/email' } }]);
    const nowhere = await api.http.post('/api/variants', newVariant(randomUUID()));
    expect(nowhere.body.errors).toMatchObject([
      { code: 'not_found', source: { pointer: '/data/relationships/product/data/id' } },
    ]);
    const gone = randomUUID();
    const missing = await api.http.patch(`/api/products/${gone}`, changed('products', gone, { title: 'X' }));
    expect(codesOf(missing)).toEqual(['not_found']);
  });

  it('returns an unchanged object with its current version', async () => {
    const { id, path, response } = await aProduct(api.http, { title: randomUUID() });
    const { title } = response.body.data.attributes;
    const same = await api.http.patch(path, changed('products', id, { title }));
    expect(same.body.data).toEqual(response.body.data);
  });

  it('returns 412 if If-Match contains a different version', async () => {
    const { id, path, etag } = await aProduct(api.http, { title: randomUUID() });
    const change = (title: string) =>
      api.http.patch(path, changed('products', id, { title }), { headers: { 'if-match': etag } });
    expect((await change('A')).status).toBe(200);
    expect(codesOf(await change('B'))).toEqual(['precondition_failed']);
    expect(codesOf(await api.http.delete(path, { headers: { 'if-match': etag } }))).toEqual([
      'precondition_failed',
    ]);
  });

  it('deletes a product with its variants and writes an event for each of them', async () => {
    const product = await aProduct(api.http, { title: randomUUID() });
    const variant = await aVariant(api.http, product.id);
    expect((await api.http.delete(product.path)).status).toBe(204);
    expect((await api.http.get(variant.path)).status).toBe(404);
  });
});
