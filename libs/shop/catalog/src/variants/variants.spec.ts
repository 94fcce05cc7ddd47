import {
  anApi,
  aProduct,
  aTenant,
  changed,
  newVariant,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
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
  it('assigns different positions to ten variants that are created concurrently', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, at) => post(at % 2 === 0 ? { inventory_quantity: at } : {})),
    );
    const positions = made.map(({ body }) => body.data.attributes.position as number);
    expect(positions.toSorted((a, b) => a - b)).toEqual(positions.map((_, at) => at + 1));
  });

  it.each(['HUF', 'IQD', 'JPY', 'XCG'])('stores a price in the currency %s', async (currency_code) => {
    const { status, body } = await post({ currency_code, price_amount: 199_500 });
    expect(status).toBe(201);
    expect(body.data.attributes).toMatchObject({ currency_code, price_amount: 199_500 });
  });

  it.each(['ANG', 'HRK', 'XXX', 'eur', ''])(
    'returns 422 for the currency %j, which ISO 4217 does not list',
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

describe('GET /api/inventory_changes', () => {
  it('lists every stock change of a variant with the author, and no changes while stock is not tracked', async () => {
    const made = await post({ inventory_quantity: null, sku: 'T-1' });
    const { id } = made.body.data as { id: string };
    const patch = async (attributes: object) => {
      const { status } = await tenant.http.patch(`/api/variants/${id}`, changed('variants', id, attributes));
      expect(status).toBe(200);
    };
    const list = async (filter = '') =>
      (await tenant.http.get(`/api/inventory_changes?filter[variant]=${id}&sort=-created_at${filter}`)).body;
    await patch({ price_amount: 5 });
    expect((await list()).data).toEqual([]);
    await patch({ inventory_quantity: 4 });
    await patch({ inventory_quantity: 4, price_amount: 6 });
    await patch({ inventory_quantity: -2 });
    await patch({ inventory_quantity: null });
    const { data } = await list();
    expect(data).toMatchObject(
      [
        { delta: 2, quantity: null },
        { delta: -6, quantity: -2 },
        { delta: 4, quantity: 4 },
      ].map((attributes) => ({
        attributes: { ...attributes, reason: 'adjusted', actor_type: 'access_token' },
        relationships: { variant: { data: { type: 'variants', id } }, order: { data: null } },
        meta: { created_at: expect.stringMatching(/Z$/) },
      })),
    );
    expect((await list('&filter[reason]=created')).data).toEqual([]);
    expect((await tenant.http.get(`/api/inventory_changes/${data[0].id}`)).body.data).toEqual(data[0]);
    expect((await tenant.http.delete(`/api/variants/${id}`)).status).toBe(204);
    expect((await list()).data).toEqual([]);
  });

  it('returns stock changes whose sum is the stock of the variant, even after concurrent requests', async () => {
    const { body } = await post({ inventory_quantity: 10 });
    const { id } = body.data as { id: string };
    const statuses = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(async (inventory_quantity) => {
        const document = changed('variants', id, { inventory_quantity });
        if (inventory_quantity % 2 === 0)
          return (await tenant.http.patch(`/api/variants/${id}`, document)).status;
        const media = `${mediaType};ext="${atomicExtension}"`;
        const operations = [{ op: 'update', data: (document as { data: object }).data }];
        const options = { headers: { 'content-type': media, accept: media } };
        return (await tenant.http.post('/api/operations', { 'atomic:operations': operations }, options))
          .status;
      }),
    );
    expect(statuses).toEqual(Array.from({ length: 6 }, () => 200));
    const [row] = await api.database.query<{ sum: string; quantity: number }>(
      `SELECT sum(c.delta) AS sum, v.inventory_quantity AS quantity FROM shop.variants v
        JOIN shop.inventory_changes c ON c.variant_id = v.id WHERE v.id = $1 GROUP BY 2`,
      [id],
    );
    expect(Number(row!.sum)).toBe(row!.quantity);
  });
});

const withPosition = (data: object, position: number) => ({
  ...data,
  attributes: { ...(data as { attributes: object }).attributes, position },
});
