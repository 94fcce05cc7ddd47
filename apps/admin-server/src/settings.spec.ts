import { adminServerSettings } from './settings';

describe('the settings', () => {
  it('have a default each', () => {
    expect(adminServerSettings({})).toMatchObject({
      port: 3002,
      authApiUrl: 'http://127.0.0.1:3001',
      shopApiUrl: 'http://127.0.0.1:3000',
      docsUrl: 'http://localhost:3001/docs/errors',
      trustedProxies: [],
    });
  });

  it.each([
    [{ PORT: 'x' }, 'PORT is a whole number from 0.'],
    [{ AUTH_API_URL: 'auth-api:3000' }, 'AUTH_API_URL is an address that starts with http:// or https://.'],
    [
      { SHOP_API_URL: 'http://x/api' },
      'SHOP_API_URL is an address without a path, such as http://127.0.0.1:3001.',
    ],
    [
      { AUTH_API_URL: 'http://u:p@x' },
      'AUTH_API_URL is an address without a path, such as http://127.0.0.1:3001.',
    ],
  ])('%j are refused: %s', (environment, message) => {
    expect(() => adminServerSettings(environment)).toThrow(message);
  });
});
