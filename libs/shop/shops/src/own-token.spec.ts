import { anApi, aTenant, codesOf, type Tenant, type TestApi } from '@storewright/api-testing';
import { declaredScopes } from '@storewright/scopes';
import { anApp, anOAuthToken } from '@storewright/testing';
import { ShopsModule } from './shops.module';

let api: TestApi;
let tenant: Tenant;
beforeAll(async () => {
  api = await anApi([ShopsModule]);
  tenant = await aTenant(api, ['shops.get', 'meta.get']);
});
afterAll(() => api.close());

const attributesFor = async (token: string): Promise<unknown> => {
  const { status, body } = await tenant.http.as(token).get('/api/token');
  expect([status, body.data?.type]).toEqual([200, 'tokens']);
  return body.data.attributes;
};

describe('GET /api/token', () => {
  it('returns the kind and the sorted permission scopes of an access token and of an OAuth token', async () => {
    expect(await attributesFor(tenant.token)).toEqual({
      kind: 'access_token',
      scopes: ['meta.get', 'shops.get'],
    });
    const token = await anOAuthToken(api.database, tenant.shop, await anApp(api.database), []);
    expect(await attributesFor(token)).toEqual({ kind: 'oauth_token', scopes: [] });
  });

  it('lists every permission scope for an access token with all scopes', async () => {
    const { body } = await api.http.get('/api/token');
    expect(body.data.attributes.scopes).toEqual(declaredScopes.map(({ scope }) => scope).toSorted());
  });

  it('returns 304 for the current ETag', async () => {
    const { headers } = await tenant.http.get('/api/token');
    const again = await tenant.http.get('/api/token', { headers: { 'if-none-match': headers['etag']! } });
    expect(again.status).toBe(304);
  });

  it('returns 401 without a token and for a token of another shop', async () => {
    const [without, foreign] = [tenant.http.as(), api.http.as(tenant.token)];
    expect(codesOf(await without.get('/api/token'))).toEqual(['unauthorized']);
    expect(codesOf(await foreign.get('/api/token'))).toEqual(['invalid_token']);
  });
});
