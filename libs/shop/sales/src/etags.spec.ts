import {
  aCode,
  aProduct,
  aTenant,
  aVariant,
  changed,
  identifier,
  newCustomer,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { atomicExtension, mediaType } from '@storewright/json-api';
import type { Response } from '@storewright/testing';
import { startSalesApi } from './testing/sales-api';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startSalesApi();
  tenant = await aTenant(api);
});
afterAll(() => api.close());

const read = (path: string, etag?: string) =>
  tenant.http.get(path, etag === undefined ? {} : { headers: { 'if-none-match': etag } });
const tagOf = ({ headers }: Response) => headers['etag']!;

describe('ETag of an object with included objects', () => {
  it('changes when an included object is added to the response', async () => {
    const product = await aProduct(tenant.http);
    const path = `${product.path}?include=variants`;
    const before = await read(path);
    await aVariant(tenant.http, product.id);
    expect((await read(path, tagOf(before))).status).toBe(200);
  });
});

describe('ETag of a relationship route', () => {
  it('changes when the relationship refers to a different object with the same version and time', async () => {
    const twins = await tenant.http.post(
      '/api/operations',
      { 'atomic:operations': [newCustomer(), newCustomer()].map((document) => ({ op: 'add', ...document })) },
      { headers: { 'content-type': `${mediaType};ext="${atomicExtension}"` } },
    );
    const [one, other] = (twins.body['atomic:results'] as { data: { id: string; meta: object } }[]).map(
      ({ data }) => data,
    );
    expect(one!.meta).toEqual(other!.meta);
    const code = await aCode(tenant.http);
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
