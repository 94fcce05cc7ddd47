import { type TestApi, testOpenapi } from '@storewright/api-testing';
import { startShopApi } from './testing/shop-api';

let api: TestApi;
beforeAll(async () => {
  api = await startShopApi();
});
afterAll(() => api.close());

testOpenapi('shop', () => ({ application: api.application, http: api.http.as() }));
