import { anApi, aProduct, aTenant, newVariant, type Tenant, type TestApi } from '@storewright/api-testing';
import { atomicExtension, mediaType } from '@storewright/json-api';
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
  it('gives ten concurrently created variants different positions', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => post({})));
    const positions = made.map(({ body }) => body.data.attributes.position as number);
    expect(positions.toSorted((a, b) => a - b)).toEqual(positions.map((_, at) => at + 1));
  });

  it.each(['HUF', 'IQD', 'JPY', 'XCG'])('stores a price in the currency %s', async (currency_code) => {
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

  it('uses the default currency of the shop for a price without currency_code, also in an atomic request', async () => {
    const other = await aTenant(api);
    await api.database.query(`UPDATE auth.shops SET currency_code = 'HUF' WHERE id = $1`, [other.shop.id]);
    const { id } = await aProduct(other.http);
    const { data } = newVariant(id, { currency_code: undefined }) as { data: object };
    const alone = await other.http.post('/api/variants', { data });
    expect([alone.status, alone.body.data.attributes.currency_code]).toEqual([201, 'HUF']);
    const media = `${mediaType};ext="${atomicExtension}"`;
    const together = await other.http.post(
      '/api/operations',
      { 'atomic:operations': [1, 2].map((position) => ({ op: 'add', data: withPosition(data, position) })) },
      { headers: { 'content-type': media, accept: media } },
    );
    const results = together.body['atomic:results'] as { data: { attributes: { currency_code: string } } }[];
    expect(results.map((each) => each.data.attributes.currency_code)).toEqual(['HUF', 'HUF']);
  });
});

const withPosition = (data: object, position: number) => ({
  ...data,
  attributes: { ...(data as { attributes: object }).attributes, position },
});
