import { type TestApi, testOpenapi } from '@storewright/api-testing';
import { brokenContracts } from '@storewright/conformance';
import { startShopApi } from './testing/shop-api';

let api: TestApi;
beforeAll(async () => {
  api = await startShopApi();
});
afterAll(() => api.close());

testOpenapi('shop', () => ({ application: api.application, http: api.http.as() }));

// Each library checks its own resources. This test also finds a resource that no library declares.
it('the shop API declares every name in the contracts of installed apps', async () => {
  const { body } = await api.http.as().get('/api/openapi.json');
  expect(brokenContracts(body)).toEqual([]);
});
