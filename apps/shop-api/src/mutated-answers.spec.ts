import { aMeta, aProduct, aVariant, type TestApi } from '@storewright/api-testing';
import { mutationsOf } from './testing/mutations';
import { startShopApi } from './testing/shop-api';

let api: TestApi;
beforeAll(async () => {
  api = await startShopApi();
  const product = await aProduct(api.http, { tags: ['blue'], status: 'active' });
  const variant = await aVariant(api.http, product.id);
  await aMeta(api.http);
  const line_items = [{ variant_id: variant.id, quantity: 1 }];
  await api.http.post('/api/orders', {
    data: { type: 'orders', attributes: { line_items, shipping_address: { city: 'Berlin' } } },
  });
});
afterAll(() => api.close());

describe('a response checked against the OpenAPI document', () => {
  it.each([
    '/api/products?include=variants&page[total]=true',
    '/api/variants',
    '/api/orders?include=variants',
    '/api/meta',
    '/api/events',
    '/api/shops',
    '/api/products/x',
    '/api/products?sort=colour',
  ])('is invalid after a single mutation: %s', async (path) => {
    const response = await api.http.get(path);
    const fault = (body: unknown) =>
      api.documented.faultOf({ method: 'GET', path, response: { ...response, body } });
    expect(fault(response.body)).toBeUndefined();
    const mutations = mutationsOf(response.body);
    expect(mutations.length).toBeGreaterThan(10);
    expect(mutations.filter(({ document }) => fault(document) === undefined).map(({ what }) => what)).toEqual(
      [],
    );
  });

  it('is invalid for an undocumented route or method', async () => {
    const response = await api.http.get('/api/products');
    const fault = (method: string, path: string, status = 200) =>
      api.documented.faultOf({ method, path, response: { ...response, status } });
    expect(fault('GET', '/api/products')).toBeUndefined();
    for (const [method, path] of [
      ['GET', '/api/colours'],
      ['GET', '/api/products/x/colours'],
      ['PUT', '/api/products'],
    ] as const)
      expect([fault(method, path), fault(method, path, 404)]).toEqual([
        'the document lacks the route',
        undefined,
      ]);
  });

  it('is invalid with an undocumented status, media type or header', async () => {
    const path = (await aProduct(api.http, { title: 'Another' })).path;
    const response = await api.http.get(path);
    const fault = (changes: object) =>
      api.documented.faultOf({ method: 'GET', path, response: { ...response, ...changes } });
    expect(fault({})).toBeUndefined();
    for (const changes of [
      { status: 202 },
      { headers: { ...response.headers, 'content-type': 'text/plain' } },
      { headers: { ...response.headers, etag: undefined } },
      { headers: { ...response.headers, 'x-request-id': 'no id' } },
    ])
      expect([changes, typeof fault(changes)]).toEqual([changes, 'string']);
  });
});
