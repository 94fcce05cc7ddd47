import {
  aCode,
  aGift,
  anOrder,
  aTenant,
  changed,
  codesOf,
  type Made,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { startSalesApi } from './testing/sales-api';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startSalesApi();
  tenant = await aTenant(api);
});
afterAll(() => api.close());

const attributesOf = async ({ path }: Made) =>
  (await tenant.http.get(path)).body.data.attributes as Record<string, unknown>;
const patch = (type: string, { id, path }: Made, attributes: object) =>
  tenant.http.patch(path, changed(type, id, attributes));

describe('PATCH with unchanged values', () => {
  it('accepts the unchanged value null for a gift code', async () => {
    const gift = await aGift(tenant.http, 500);
    const attributes = await attributesOf(gift);
    expect(attributes['value']).toBeNull();
    expect((await patch('codes', gift, attributes)).status).toBe(200);
    const answer = await patch('codes', await aCode(tenant.http), { value: null });
    expect([answer.status, codesOf(answer)]).toEqual([422, ['invalid_attribute']]);
  });

  it('accepts an unchanged time in a different format, and rejects a new time', async () => {
    const order = await anOrder(tenant.http);
    await patch('orders', order, { payment_status: 'paid' });
    const paid_at = (await attributesOf(order))['paid_at'] as string;
    const ahead = new Date(Date.parse(paid_at) + 3_600_000).toISOString().slice(0, 19);
    const inAnotherZone = `${ahead}${paid_at.slice(19, -1)}+01:00`;
    expect((await patch('orders', order, { paid_at: inAnotherZone })).status).toBe(200);
    const milliseconds = new Date(paid_at).toISOString();
    expect(milliseconds).toHaveLength('2026-01-31T09:00:00.000Z'.length);
    expect((await patch('orders', order, { paid_at: milliseconds })).status).toBe(200);
    expect((await attributesOf(order))['paid_at']).toBe(paid_at);
    const another = new Date(Date.parse(paid_at) + 2).toISOString();
    expect((await patch('orders', order, { paid_at: another })).status).toBe(422);
    expect((await patch('orders', order, { paid_at: `${paid_at.slice(0, 19)}Z` })).status).toBe(422);
    expect((await patch('orders', order, { paid_at: null })).status).toBe(422);
  });
});

it('the API ignores members that start with @ in all documents (DS-18)', async () => {
  const default_address = { '@type': 'PostalAddress', line1: 'High Street 1' };
  const { status, body } = await tenant.http.post('/api/customers', {
    '@context': 'x',
    data: {
      '@id': 'x',
      type: 'customers',
      attributes: { '@type': 'Person', email: 'at@example.com', default_address },
      relationships: { '@reverse': 1 },
    },
  });
  expect([status, body.data?.attributes.default_address]).toEqual([201, { line1: 'High Street 1' }]);
});
