import { anApi, aProduct, aTenant, newVariant, type Tenant, type TestApi } from '@storewright/api-testing';
import { CatalogModule } from '../catalog.module';

let api: TestApi;
let tenant: Tenant;
let productId: string;
beforeAll(async () => {
  api = await anApi([CatalogModule]);
  tenant = await aTenant(api);
  productId = (await aProduct(tenant.http)).id;
});
afterAll(() => api.close());

const post = (attributes: object) => tenant.http.post('/api/variants', newVariant(productId, attributes));

describe('POST /api/variants', () => {
  it.each(['HUF', 'IQD', 'JPY', 'XCG'])('stores a price in %s', async (currency_code) => {
    const { status, body } = await post({ currency_code, price_amount: 199_500 });
    expect(status).toBe(201);
    expect(body.data.attributes).toMatchObject({ currency_code, price_amount: 199_500 });
  });

  it.each(['ANG', 'HRK', 'XXX', 'eur', ''])(
    'returns 422 for %j, which ISO 4217 does not list',
    async (code) => {
      const { status, body } = await post({ currency_code: code });
      expect([status, body.errors[0].source.pointer]).toEqual([422, '/data/attributes/currency_code']);
      expect(body.errors[0].detail).toContain('ISO 4217');
    },
  );
});
