import { aTenant, newCode, newOrder, type Tenant, type TestApi } from '@storewright/api-testing';
import { startSalesApi } from './testing/sales-api';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await startSalesApi();
  tenant = await aTenant(api);
  await api.database.query(`UPDATE auth.shops SET currency_code = 'JPY' WHERE id = $1`, [tenant.shop.id]);
});
afterAll(() => api.close());

describe('POST /api/orders', () => {
  it('uses the default currency of the shop for an order without variants and without currency_code', async () => {
    const line_items = [{ title: 'Advice', price_amount: 3000, quantity: 1 }];
    const { status, body } = await tenant.http.post(
      '/api/orders',
      newOrder({ line_items, currency_code: undefined }),
    );
    expect([status, body.data.attributes.currency_code]).toEqual([201, 'JPY']);
  });
});

describe('POST /api/codes', () => {
  it.each([
    [{ kind: 'gift', initial_amount: 500, value_type: undefined, value: undefined }, 'JPY'],
    [{ kind: 'discount', value_type: 'fixed_amount', value: 500 }, 'JPY'],
    [{ kind: 'discount', value_type: 'fixed_amount', value: 500, currency_code: 'USD' }, 'USD'],
    [{ kind: 'discount', value_type: 'percentage', value: 500 }, null],
  ])('stores a code with %j in the currency %j', async (attributes, currency_code) => {
    const { status, body } = await tenant.http.post('/api/codes', newCode(attributes));
    expect([status, body.data.attributes.currency_code]).toEqual([201, currency_code]);
  });
});
