import { type TestApi, testOpenapi } from '@storewright/api-testing';
import { brokenContracts } from '@storewright/conformance';
import { storeDeclarations } from '@storewright/openapi';
import { apiDescription } from './api-description';
import { startShopApi } from './testing/shop-api';

let api: TestApi;
beforeAll(async () => {
  api = await startShopApi();
});
afterAll(() => api.close());

testOpenapi('shop', () => ({ application: api.application, http: api.http.as() }));

// The conformance spec of a library checks only the resources of that library. This test also finds names of a
// resource that was removed with its library.
it('the OpenAPI document contains every name that the contracts of installed apps use', async () => {
  const { body } = await api.http.as().get('/api/openapi.json');
  expect(brokenContracts(body)).toEqual([]);
});

it('the shop API stores the names in its OpenAPI document once after each change', async () => {
  const stored = () =>
    api.database.query(
      `SELECT stored_at::text, declarations -> 'resources' -> 'orders' -> 'sorts' AS sorts
       FROM auth.api_declarations`,
    );
  await storeDeclarations(api.application, apiDescription);
  const [first] = await stored();
  expect(first!['sorts']).toContain('total_amount');
  await storeDeclarations(api.application, apiDescription);
  expect(await stored()).toEqual([first]);
});
