import { testOpenapi } from '@storewright/api-testing';
import { authApi, type TestService } from './testing/test-service';

let service: TestService;
beforeAll(async () => {
  service = await authApi();
});
afterAll(() => service.stop());

testOpenapi('auth', () => ({ application: service.application, http: service.api }));
