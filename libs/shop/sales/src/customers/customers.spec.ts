import {
  aCustomer,
  aTenant,
  changed,
  codesOf,
  idsOf,
  newCustomer,
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

const anna = {
  email: 'Anna@Example.com',
  phone: '+49 30 123456',
  first_name: 'Anna',
  last_name: 'Weiß',
  accepts_marketing: true,
  default_address: { line1: 'Hauptstraße 1', city: 'Berlin', postal_code: '10827', country_code: 'DE' },
  note: 'Rings twice',
  tags: ['regular'],
};

describe('/api/customers', () => {
  it('POST creates a customer with default values', async () => {
    const { response } = await aCustomer(tenant.http, { email: 'a@b.example' });
    expect(response.body.data).toMatchObject({
      attributes: {
        ...{ email: 'a@b.example', phone: null, first_name: null, last_name: null, accepts_marketing: false },
        ...{ default_address: null, note: null, tags: [], status: 'active' },
        ...{ orders_count: 0, total_spent_amount: 0 },
      },
      meta: { version: 1, next: { status: ['disabled', 'redacted'] } },
    });
    const whole = await aCustomer(tenant.http, anna);
    expect(whole.response.body.data.attributes).toMatchObject(anna);
  });

  it('POST and PATCH return an error for a customer without email and phone', async () => {
    for (const attributes of [{ email: null }, { email: undefined }, { email: null, phone: null }]) {
      const refused = await tenant.http.post('/api/customers', newCustomer(attributes));
      expect([refused.status, codesOf(refused)]).toEqual([422, ['invalid_attribute']]);
    }
    const { id, path } = await aCustomer(tenant.http, { email: null, phone: '030 1234' });
    const unreachable = await tenant.http.patch(path, changed('customers', id, { phone: null }));
    expect([unreachable.status, unreachable.body.errors[0].source]).toEqual([
      422,
      { pointer: '/data/attributes/phone' },
    ]);
    const mailed = changed('customers', id, { phone: null, email: 'a@b.example' });
    expect((await tenant.http.patch(path, mailed)).status).toBe(200);
  });

  it('POST rejects an email that differs from the email of an existing customer only in case', async () => {
    const { id, path } = await aCustomer(tenant.http, anna);
    const taken = await tenant.http.post('/api/customers', newCustomer({ email: 'anna@EXAMPLE.com' }));
    expect([taken.status, codesOf(taken), taken.body.errors[0].source]).toEqual([
      409,
      ['already_exists'],
      { pointer: '/data/attributes/email' },
    ]);
    const other = await aTenant(api);
    expect((await other.http.post('/api/customers', newCustomer(anna))).status).toBe(201);
    expect(
      idsOf(await tenant.http.get(`/api/customers?${query({ 'filter[email]': ' ANNA@example.COM' })}`)),
    ).toEqual([id]);
    expect(
      (await tenant.http.patch(path, changed('customers', id, { email: 'anna@example.com' }))).status,
    ).toBe(200);
  });

  it('POST reports each unknown member of an address with a JSON pointer', async () => {
    const default_address = { city: 'Berlin', planet: 'Earth', country_code: 'Germany', line1: 7 };
    const refused = await tenant.http.post('/api/customers', newCustomer({ default_address }));
    expect([refused.status, codesOf(refused)]).toEqual([
      422,
      ['unknown_attribute', 'invalid_attribute', 'invalid_attribute'],
    ]);
    expect(refused.body.errors.map((each: { source: object }) => each.source)).toEqual(
      ['planet', 'country_code', 'line1'].map((name) => ({
        pointer: `/data/attributes/default_address/${name}`,
      })),
    );
  });

  it('POST rejects order counts and spent amounts', async () => {
    for (const attributes of [{ orders_count: 1 }, { total_spent_amount: 1 }]) {
      const refused = await tenant.http.post('/api/customers', newCustomer(attributes));
      expect([refused.status, codesOf(refused)]).toEqual([422, ['not_fillable']]);
    }
  });

  it('PATCH can disable, enable and permanently redact a customer', async () => {
    const { id, path } = await aCustomer(tenant.http, anna);
    const become = (status: string, more: object = {}) =>
      tenant.http.patch(path, changed('customers', id, { status, ...more }));
    for (const status of ['disabled', 'active', 'redacted']) expect((await become(status)).status).toBe(200);
    const { body } = await tenant.http.get(path);
    expect(body.data).toMatchObject({
      attributes: {
        ...{ email: null, phone: null, first_name: null, last_name: null, accepts_marketing: false },
        ...{ default_address: null, note: null, tags: [], status: 'redacted' },
      },
      meta: { next: { status: [] } },
    });
    for (const attributes of [{ status: 'active' }, { email: 'x@y.example' }, { tags: ['a'] }]) {
      const refused = await tenant.http.patch(path, changed('customers', id, attributes));
      expect([refused.status, codesOf(refused), refused.body.errors[0].meta]).toEqual([
        409,
        ['illegal_transition'],
        { allowed: [] },
      ]);
    }
    const same = await become('redacted', { email: null, tags: [] });
    expect([same.status, same.body.data.meta.version]).toEqual([200, body.data.meta.version]);
    expect((await tenant.http.post('/api/customers', newCustomer(anna))).status).toBe(201);
  });

  it('DELETE deletes a customer without orders and codes', async () => {
    const { path } = await aCustomer(tenant.http);
    expect((await tenant.http.delete(path)).status).toBe(204);
    expect((await tenant.http.get(path)).status).toBe(404);
  });
});
