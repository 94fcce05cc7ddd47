import { randomUUID } from 'node:crypto';
import {
  aCode,
  aCustomer,
  aGift,
  aProduct,
  aTenant,
  changed,
  codesOf,
  identifier,
  identifiers,
  idsOf,
  newCode,
  query,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
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

const later = (ms: number) => new Date(Date.now() + ms).toISOString();
const statusOf = async (path: string) => (await tenant.http.get(path)).body.data.attributes.status as string;

describe('/api/codes', () => {
  it('POST creates percentage discounts, fixed-amount discounts, and gift codes with a balance', async () => {
    const { response } = await aCode(tenant.http);
    expect(response.body.data).toMatchObject({
      attributes: {
        ...{
          code: expect.stringMatching(/^[A-Z2-9]{10}$/),
          kind: 'discount',
          value_type: 'percentage',
          value: 1000,
        },
        ...{ currency_code: null, initial_amount: null, balance_amount: null, minimum_subtotal_amount: null },
        ...{
          usage_limit: null,
          usage_limit_per_customer: null,
          usage_count: 0,
          starts_at: null,
          ends_at: null,
        },
        ...{ enabled: true, status: 'active' },
      },
    });
    const amount = { value_type: 'fixed_amount', value: 500, currency_code: 'EUR' };
    expect((await aCode(tenant.http, amount)).response.body.data.attributes).toMatchObject(amount);
    expect((await aGift(tenant.http, 5_000)).response.body.data.attributes).toMatchObject({
      ...{ kind: 'gift', value_type: null, value: null, initial_amount: 5_000, balance_amount: 5_000 },
    });
  });

  it.each([
    [{ kind: 'gift', value_type: null, value: null }, 'invalid_attribute', '/data/attributes'],
    [{ value_type: 'percentage', value: 10_001 }, 'invalid_attribute', '/data/attributes/value'],
    [{ balance_amount: 1 }, 'not_fillable', '/data/attributes/balance_amount'],
    [{ usage_count: 1 }, 'not_fillable', '/data/attributes/usage_count'],
    [{ status: 'active' }, 'not_fillable', '/data/attributes/status'],
    [{ code: ' A' }, 'invalid_attribute', '/data/attributes/code'],
    [{ starts_at: later(1_000), ends_at: later(-1_000) }, 'invalid_attribute', '/data/attributes/ends_at'],
  ])('POST returns 422 for the attributes %j', async (attributes, code, pointer) => {
    const refused = await tenant.http.post('/api/codes', newCode(attributes));
    expect([refused.status, codesOf(refused), refused.body.errors[0].source]).toEqual([
      422,
      [code],
      { pointer },
    ]);
  });

  it('POST returns 409 for a code that differs from an existing code only in case', async () => {
    const { id } = await aCode(tenant.http, { code: 'Summer-26' });
    const taken = await tenant.http.post('/api/codes', newCode({ code: 'SUMMER-26' }));
    expect([taken.status, codesOf(taken), taken.body.errors[0].source]).toEqual([
      409,
      ['already_exists'],
      { pointer: '/data/attributes/code' },
    ]);
    const found = await tenant.http.get(`/api/codes?${query({ 'filter[code]': ' summer-26 ' })}`);
    expect(idsOf(found)).toEqual([id]);
    expect(found.body.data[0].attributes.code).toBe('Summer-26');
  });

  it('GET returns a status that depends on the code and the current time', async () => {
    const { id, path, etag } = await aCode(tenant.http);
    const become = async (attributes: object) => {
      expect((await tenant.http.patch(path, changed('codes', id, attributes))).status).toBe(200);
      return statusOf(path);
    };
    expect(await become({ starts_at: later(60_000) })).toBe('scheduled');
    expect(await become({ starts_at: null, ends_at: later(-1) })).toBe('expired');
    expect(await become({ ends_at: null, enabled: false })).toBe('disabled');
    expect(await become({ enabled: true })).toBe('active');
    const other = await aGift(tenant.http, 100);
    await api.database.query('UPDATE shop.codes SET balance_amount = 0 WHERE id = $1', [other.id]);
    expect(await statusOf(other.path)).toBe('exhausted');
    // The status changed without a new version.
    expect((await tenant.http.get(other.path)).headers['etag']).not.toBe(other.etag);
    expect((await tenant.http.get(path)).headers['etag']).not.toBe(etag);
  });

  it('PATCH rejects a changed gift code value, a percentage above 100 %, and an end before the start', async () => {
    const gift = await aGift(tenant.http, 100);
    for (const attributes of [
      { kind: 'discount' },
      { value_type: 'percentage' },
      { initial_amount: 1 },
      { currency_code: 'USD' },
      { value: 1 },
    ]) {
      const refused = await tenant.http.patch(gift.path, changed('codes', gift.id, attributes));
      expect([refused.status, codesOf(refused)]).toEqual([422, ['not_fillable']]);
    }
    const percentage = await aCode(tenant.http);
    const tooMuch = await tenant.http.patch(
      percentage.path,
      changed('codes', percentage.id, { value: 10_001 }),
    );
    expect([tooMuch.status, codesOf(tooMuch)]).toEqual([422, ['invalid_attribute']]);
    const turned = changed('codes', percentage.id, { starts_at: later(2_000), ends_at: later(1_000) });
    expect((await tenant.http.patch(percentage.path, turned)).status).toBe(422);
  });

  it('POST can limit a code to one customer and to some products', async () => {
    const customer = await aCustomer(tenant.http);
    const products = [await aProduct(tenant.http), await aProduct(tenant.http), await aProduct(tenant.http)];
    const ids = products.map(({ id }) => id);
    const code = await aCode(
      tenant.http,
      {},
      {
        customer: identifier('customers', customer.id),
        products: identifiers('products', ids.slice(0, 2)),
      },
    );
    const shown = await tenant.http.get(`${code.path}?include=customer,products`);
    expect(shown.body.included.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [customer.id, ...ids.slice(0, 2)].toSorted(),
    );
    expect(idsOf(await tenant.http.get(`/api/codes?filter[customer]=${customer.id}`))).toEqual([code.id]);
    const members = `${code.path}/relationships/products`;
    expect((await tenant.http.post(members, identifiers('products', [ids[2]!]))).status).toBe(204);
    const removed = await tenant.http.send('DELETE', members, { body: identifiers('products', [ids[0]!]) });
    expect(removed.status).toBe(204);
    expect(idsOf(await tenant.http.get(`${code.path}/products`)).toSorted()).toEqual(ids.slice(1).toSorted());
    const nowhere = await tenant.http.post(members, identifiers('products', [randomUUID()]));
    expect([nowhere.status, codesOf(nowhere)]).toEqual([404, ['not_found']]);
    expect((await tenant.http.patch(`${code.path}/relationships/customer`, { data: null })).status).toBe(204);
    expect((await tenant.http.get(code.path)).body.data.relationships.customer.data).toBeNull();
  });

  it('DELETE of a customer returns 409 while a code is limited to the customer', async () => {
    const customer = await aCustomer(tenant.http);
    await aCode(tenant.http, {}, { customer: identifier('customers', customer.id) });
    const refused = await tenant.http.delete(customer.path);
    expect([refused.status, codesOf(refused)]).toEqual([409, ['still_referenced']]);
  });

  it('DELETE of a product removes the product from its codes, and DELETE of an unused code succeeds', async () => {
    const product = await aProduct(tenant.http);
    const code = await aCode(tenant.http, {}, { products: identifiers('products', [product.id]) });
    expect((await tenant.http.delete(product.path)).status).toBe(204);
    expect(idsOf(await tenant.http.get(`${code.path}/products`))).toEqual([]);
    expect((await tenant.http.delete(code.path)).status).toBe(204);
  });
});
