import {
  aCustomer,
  aProduct,
  aTenant,
  aVariant,
  codesOf,
  idsOf,
  made,
  query,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { declaredScopes } from '@storewright/scopes';
import { HttpClient } from '@storewright/testing';
import { startShopApi } from './testing/shop-api';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startShopApi();
});
beforeEach(async () => {
  tenant = await aTenant(api);
});
afterAll(() => api.close());

const attach = async (resource_type: string, resource_id: string, data: object) =>
  (
    await made(tenant.http, 'meta', {
      data: { type: 'meta', attributes: { resource_type, resource_id, data } },
    })
  ).id;

const list = (parameters: Record<string, string>, { http } = tenant) =>
  http.get(`/api/products?${query(parameters)}`);
const having = async (...conditions: object[]) =>
  idsOf(await list({ 'filter[meta]': JSON.stringify(conditions) }));

describe('include=meta', () => {
  it('adds to each resource its meta objects, as resource identifiers with a related link', async () => {
    const [product, bare] = [await aProduct(tenant.http), await aProduct(tenant.http)];
    const ids = [
      await attach('products', product.id, { colour: 'blue' }),
      await attach('products', product.id, { priority: 7 }),
    ];
    // Attaches meta to an object of another type with the same id.
    await attach('variants', product.id, {});
    const answer = await list({ include: 'meta' });
    const [first, second] = answer.body.data as {
      relationships: { meta: { data: object[]; links: object } };
    }[];
    expect(first!.relationships.meta.data).toEqual(ids.map((id) => ({ type: 'meta', id })));
    expect(second!.relationships.meta.data).toEqual([]);
    expect((answer.body.included as { id: string }[]).map(({ id }) => id)).toEqual(ids);
    expect(answer.body.included[0].attributes.data).toEqual({ colour: 'blue' });
    const { related } = first!.relationships.meta.links as { related: string };
    expect(idsOf(await tenant.http.get(related.replace(/^https?:\/\/[^/]+/, '')))).toEqual(ids);
    expect(second).not.toHaveProperty('attributes.meta');
    expect((await tenant.http.get(bare.path)).body.data.relationships).not.toHaveProperty('meta');
  });

  it('adds meta objects to single resources, to included resources, and to responses of writes', async () => {
    const product = await aProduct(tenant.http);
    const variant = await aVariant(tenant.http, product.id);
    const id = await attach('products', product.id, { a: 1 });
    const one = await tenant.http.get(`${product.path}?include=meta`);
    expect(one.body.included).toMatchObject([{ type: 'meta', id }]);
    const through = await tenant.http.get(`${variant.path}?include=product.meta`);
    expect((through.body.included as object[]).length).toBe(2);
    const changed = { data: { type: 'products', id: product.id, attributes: { title: 'New' } } };
    const patched = await tenant.http.patch(`${product.path}?include=meta`, changed);
    expect(patched.body.included).toMatchObject([{ type: 'meta', id }]);
    const narrow = await tenant.http.get(
      `${product.path}?include=meta&fields[products]=title,meta&fields[meta]=data`,
    );
    expect(Object.keys(narrow.body.data.relationships as object)).toEqual(['meta']);
  });

  describe('PATCH with the relationship meta', () => {
    const patch = (id: string, relationships: object, { http } = tenant) =>
      http.patch(`/api/products/${id}`, { data: { type: 'products', id, relationships } });

    it('is accepted if the relationship repeats the data or the links of a GET', async () => {
      const product = await aProduct(tenant.http);
      await attach('products', product.id, { colour: 'blue' });
      await attach('products', product.id, {});
      const { body } = await tenant.http.get(`${product.path}?include=meta,variants`);
      const { data } = body as { data: { relationships: { meta: { links: object } } } };
      for (const sent of [
        { data },
        { data: { ...data, relationships: { meta: { links: data.relationships.meta.links } } } },
      ]) {
        const answer = await tenant.http.patch(product.path, sent);
        expect([answer.status, answer.headers['etag']]).toEqual([200, product.etag]);
      }
    });

    it('returns 403 if the relationship differs from the stored relationship', async () => {
      const [product, other] = [await aProduct(tenant.http), await aProduct(tenant.http)];
      const [id, theirs] = [await attach('products', product.id, {}), await attach('products', other.id, {})];
      for (const ids of [[], [theirs], [id, theirs]]) {
        const answer = await patch(product.id, {
          meta: { data: ids.map((each) => ({ type: 'meta', id: each })) },
        });
        expect([ids, answer.status, codesOf(answer)]).toEqual([ids, 403, ['relationship_not_writable']]);
        expect(answer.body.errors[0].source).toEqual({ pointer: '/data/relationships/meta' });
      }
    });

    it('is compared with the stored data only if the token can read the resource and list meta objects', async () => {
      const product = await aProduct(tenant.http);
      const id = await attach('products', product.id, {});
      const sent = { meta: { data: [{ type: 'meta', id }] } };
      for (const scopes of [
        ['products.patch', 'products.get', 'meta.get'],
        ['products.patch', 'meta.collection'],
      ]) {
        const answer = await patch(product.id, sent, await aTenant(api, scopes, tenant.shop));
        expect([answer.status, codesOf(answer)]).toEqual([403, ['relationship_not_writable']]);
      }
      const reader = await aTenant(api, ['products.patch', 'products.get', 'meta.collection'], tenant.shop);
      expect((await patch(product.id, sent, reader)).status).toBe(200);
    });
  });

  it('requires the scope meta.collection, and is rejected with 400 by GET /api/meta', async () => {
    const other = await aTenant(api, ['products.collection', 'meta.get'], tenant.shop);
    const refused = await list({ include: 'meta' }, other);
    expect([refused.status, codesOf(refused)]).toEqual([403, ['insufficient_scope']]);
    expect((await tenant.http.get('/api/meta?include=meta')).status).toBe(400);
  });
});

describe('filter[meta] on a collection', () => {
  it('returns the resources with a matching meta object, and uses the filter syntax of GET /api/meta', async () => {
    const [blue, red, none] = [
      await aProduct(tenant.http),
      await aProduct(tenant.http),
      await aProduct(tenant.http),
    ].map(({ id }) => id) as [string, string, string];
    await attach('products', blue, { colour: 'blue', priority: 7 });
    await attach('products', blue, { colour: 'blue' });
    await attach('products', red, { colour: 'red', priority: 3 });
    await attach('variants', none, { colour: 'blue' });
    await attach('products', 'no-id-of-ours', { colour: 'blue' });
    expect(await having({ key: 'colour', value: 'blue' })).toEqual([blue]);
    expect(await having({ key: 'colour' })).toEqual([blue, red]);
    expect(
      await having({ key: 'priority', operator: '>=', value: 3 }, { key: 'colour', value: 'red' }),
    ).toEqual([red]);
    expect(await having({ key: 'colour', value: 'green' })).toEqual([]);
    const both = await list({
      ...{ 'filter[meta]': '{"key":"colour"}', 'filter[title]': 'Mug', 'page[total]': 'true' },
      ...{ sort: '-updated_at', include: 'meta' },
    });
    expect([idsOf(both), both.body.meta.page.total]).toEqual([[red, blue], 2]);
  });

  it('returns 400 for syntax errors, and requires the scope meta.collection', async () => {
    const wrong = await list({ 'filter[meta]': '{"key":1}' });
    expect([wrong.status, wrong.body.errors[0].source]).toEqual([400, { parameter: 'filter[meta]' }]);
    const other = await aTenant(api, ['products.collection'], tenant.shop);
    const refused = await list({ 'filter[meta]': '{"key":"a"}' }, other);
    expect([refused.status, codesOf(refused)]).toEqual([403, ['insufficient_scope']]);
  });

  it('returns more than a thousand matching resources in pages, each resource once', async () => {
    const { id: shop } = tenant.shop;
    await api.database.query(
      `WITH made AS (
         INSERT INTO shop.products (shop_id, id, title, handle, description, status, tags, version, created_at,
           updated_at)
         SELECT $1, lpad(to_hex(n), 32, '0')::uuid, 'Mug', 'mug-' || n, '', 'draft', '{}', 1, now(), now()
         FROM generate_series(1, 1200) n RETURNING id)
       INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, version, created_at, updated_at)
         SELECT $1, id, 'products', id::text, '{"a":1}', 1, now(), now() FROM made`,
      [shop],
    );
    const met: string[] = [];
    let path: string | null = `/api/products?${query({ 'filter[meta]': '[]', 'page[size]': '100' })}`;
    while (path) {
      const page = await tenant.http.get(path);
      met.push(...idsOf(page));
      path = (page.body.links.next as string | null)?.replace(/^https?:\/\/[^/]+/, '') ?? null;
    }
    expect([met.length, new Set(met).size]).toEqual([1200, 1200]);
  });
});

it("the archive of a customer's data contains meta objects and requires the scope meta.collection", async () => {
  const [customer, other] = [await aCustomer(tenant.http), await aCustomer(tenant.http)];
  const id = await attach('customers', customer.id, { size: 'XL' });
  await attach('customers', other.id, { size: 'S' });
  const archive = ({ token } = tenant) =>
    new HttpClient(api.port, `${tenant.shop.domain}.localhost`, token).get(
      `/api/customers/${customer.id}/archive`,
      { headers: { accept: 'application/x-ndjson' } },
    );
  const lines = (await archive()).text.trimEnd().split('\n');
  const objects = lines.map((line) => JSON.parse(line) as { type?: string; id?: string });
  expect(objects.filter(({ type }) => type === 'meta')).toMatchObject([{ id }]);
  const others = declaredScopes.map(({ scope }) => scope).filter((scope) => scope !== 'meta.collection');
  const refused = await archive(await aTenant(api, others, tenant.shop));
  expect([refused.status, codesOf(refused)]).toEqual([403, ['insufficient_scope']]);
});
