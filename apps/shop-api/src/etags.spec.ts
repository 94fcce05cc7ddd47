import {
  aProduct,
  aTenant,
  aVariant,
  changed,
  identifier,
  type Made,
  newCustomer,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { atomicExtension, mediaType } from '@storewright/json-api';
import type { Response } from '@storewright/testing';
import { aLinked, type Link, links } from './testing/links';
import { sampleOf } from './testing/samples';
import { startShopApi } from './testing/shop-api';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startShopApi();
  tenant = await aTenant(api);
});
afterAll(() => api.close());

let changes = 0;
const read = (path: string, etag?: string) =>
  tenant.http.get(path, etag === undefined ? {} : { headers: { 'if-none-match': etag } });
const change = ({ type, id }: { type: string; id: string }) =>
  tenant.http.patch(`/api/${type}/${id}`, sampleOf(type).change(id, (changes += 1)));
const tagOf = ({ headers }: Response) => headers['etag']!;
const cases = links.map((link): [string, Link] => [link.label, link]);

describe('the ETag of an object with what is included', () => {
  const including = ({ path }: Made, { name }: Link) => `${path}?include=${name}`;

  it.each(cases)('is another one when an included object changed: %s', async (_, link) => {
    const path = including(await aLinked(tenant.http, link), link);
    const before = await read(path);
    expect(before.body.included).not.toEqual([]);
    expect((await read(path, tagOf(before))).status).toBe(304);
    expect((await change(before.body.included[0])).status).toBe(200);
    const after = await read(path, tagOf(before));
    expect([after.status, after.body.data]).toEqual([200, before.body.data]);
    expect(after.body.included).not.toEqual(before.body.included);
    expect((await read(path, tagOf(after))).status).toBe(304);
  });

  it('is another one when a member joined', async () => {
    const link = links.find(({ label }) => label === 'products.variants')!;
    const product = await aProduct(tenant.http);
    const path = including(product, link);
    const before = await read(path);
    await aVariant(tenant.http, product.id);
    expect((await read(path, tagOf(before))).status).toBe(200);
  });

  it.each(cases)('is good for If-Match as long as the object itself is unchanged: %s', async (_, link) => {
    const object = await aLinked(tenant.http, link);
    const { type } = link.resource;
    const etag = tagOf(await read(including(object, link)));
    const send = (count: number) =>
      tenant.http.patch(object.path, sampleOf(type).change(object.id, count), {
        headers: { 'if-match': etag },
      });
    expect((await send((changes += 1))).status).toBe(200);
    expect((await send((changes += 1))).status).toBe(412);
  });
});

describe('the ETag of what a relationship leads to', () => {
  it('is another one when it leads to another object, also one of the same version and moment', async () => {
    const twins = await tenant.http.post(
      '/api/operations',
      { 'atomic:operations': [newCustomer(), newCustomer()].map((document) => ({ op: 'add', ...document })) },
      { headers: { 'content-type': `${mediaType};ext="${atomicExtension}"` } },
    );
    const [one, other] = (twins.body['atomic:results'] as { data: { id: string; meta: object } }[]).map(
      ({ data }) => data,
    );
    expect(one!.meta).toEqual(other!.meta);
    const link = links.find(({ label }) => label === 'codes.customer')!;
    const code = await aLinked(tenant.http, link);
    const lead = (id: string) =>
      tenant.http.patch(
        code.path,
        changed('codes', code.id, {}, { relationships: { customer: identifier('customers', id) } }),
      );
    expect((await lead(one!.id)).status).toBe(200);
    const before = await read(`${code.path}/customer`);
    expect((await read(`${code.path}/customer`, tagOf(before))).status).toBe(304);
    expect((await lead(other!.id)).status).toBe(200);
    const after = await read(`${code.path}/customer`, tagOf(before));
    expect([after.status, after.body.data?.id]).toEqual([200, other!.id]);
  });
});
