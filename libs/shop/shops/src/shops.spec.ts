import { anApi, aTenant, codesOf, idsOf, type TestApi } from '@storewright/api-testing';
import { HttpClient, type TestShop } from '@storewright/testing';
import { ShopsModule } from './shops.module';

let api: TestApi;
beforeAll(async () => {
  api = await anApi([ShopsModule]);
});
afterAll(() => api.close());

describe('GET /api/shops', () => {
  it('returns only the shop of the token, with exactly the documented attributes (docs/contract.md §7)', async () => {
    const { shop, http } = await aTenant(api);
    const list = await http.get('/api/shops?page[total]=true');
    expect([idsOf(list), list.body.meta.page.total]).toEqual([[shop.id], 1]);
    const single = await http.get(`/api/shops/${shop.id}`);
    expect(single.body.data).toEqual(list.body.data[0]);
    expect(Object.keys(single.body.data.attributes)).toEqual(['domain', 'name', 'title', 'description']);
    expect(single.body.data.attributes.domain).toBe(shop.domain);
    expect(single.body.data.meta).toEqual({
      ...{ time_zone: 'UTC', currency_code: 'EUR' },
      ...{ support_email: null, support_phone: null, address: null, logo_url: null },
    });
    expect(idsOf(await http.get('/api/shops?filter[domain]=nobody'))).toEqual([]);
  });

  it('returns an ETag that changes when the shop changes', async () => {
    const { shop, http } = await aTenant(api);
    const path = `/api/shops/${shop.id}`;
    const { headers } = await http.get(path);
    const ifNoneMatch = { headers: { 'if-none-match': headers['etag']! } };
    expect((await http.get(path, ifNoneMatch)).status).toBe(304);
    await api.database.query(
      `UPDATE auth.shops SET title = 'Another', time_zone = 'Asia/Kolkata', currency_code = 'INR',
         support_email = 'help@shop.example', support_phone = '+91 22 123', address = 'MG Road 1' WHERE id = $1`,
      [shop.id],
    );
    const after = await http.get(path, ifNoneMatch);
    expect([after.status, after.body.data.attributes.title]).toEqual([200, 'Another']);
    expect(after.body.data.meta).toEqual({
      ...{ time_zone: 'Asia/Kolkata', currency_code: 'INR' },
      ...{
        support_email: 'help@shop.example',
        support_phone: '+91 22 123',
        address: 'MG Road 1',
        logo_url: null,
      },
    });
  });

  it('returns 404 for the id of a different shop and for an unknown id', async () => {
    const [{ http }, other] = [await aTenant(api), await aTenant(api)];
    for (const id of [other.shop.id, 'x']) {
      const answer = await http.get(`/api/shops/${id}`);
      expect([answer.status, codesOf(answer)]).toEqual([404, ['not_found']]);
    }
  });
});

describe('GET /api/shops/{id}/logo/{digest}', () => {
  /** Loads an image as a browser does, without a token. */
  const load = (path: string, { domain }: TestShop) =>
    new HttpClient(api.port, `${domain}.localhost`).get(path, {
      headers: { accept: 'image/webp,*/*;q=0.8' },
    });

  it('serves the current logo of an active shop without a token, otherwise returns 404', async () => {
    const { shop } = await aTenant(api);
    const digest = 'a'.repeat(64);
    await api.database.query('INSERT INTO auth.shop_logos (shop_id, digest, bytes) VALUES ($1, $2, $3)', [
      ...[shop.id, digest, Buffer.from('RIFF')],
    ]);
    const path = `/api/shops/${shop.id}/logo/${digest}`;
    const { status, headers, text } = await load(path, shop);
    expect([status, text]).toEqual([200, 'RIFF']);
    expect(headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      etag: `"${digest}"`,
    });
    const { shop: other } = await aTenant(api);
    for (const answer of [
      await load(path.replace(digest, 'b'.repeat(64)), shop),
      await load(path, other),
      await load(path.replace(shop.id, other.id), other),
    ])
      expect([answer.status, codesOf(answer)]).toEqual([404, ['not_found']]);
  });
});
