import { adminServerSettings } from './settings';

describe('settings of the admin server', () => {
  it('have a default value for each setting', () => {
    expect(adminServerSettings({})).toMatchObject({
      port: 3002,
      authApiUrl: 'http://127.0.0.1:3001',
      shopApiUrl: 'http://127.0.0.1:3000',
      docsUrl: 'http://localhost:3001/docs/errors',
      trustedProxies: [],
    });
  });

  it.each([
    [{ PORT: 'x' }, 'PORT must be a whole number from 0 to 65535.'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent.'],
    [{ TRUSTED_PROXIES: 'hello' }, 'TRUSTED_PROXIES must be addresses or networks'],
    [{ AUTH_API_URL: 'auth-api:3000' }, 'AUTH_API_URL must be a URL that starts with http:// or https://.'],
    [
      { SHOP_API_URL: 'http://x/api' },
      'SHOP_API_URL must be a URL without a path, such as http://127.0.0.1:3001.',
    ],
    [
      { AUTH_API_URL: 'http://u:p@x' },
      'AUTH_API_URL must be a URL without a path, such as http://127.0.0.1:3001.',
    ],
  ])('reject %j: %s', (environment, message) => {
    expect(() => adminServerSettings(environment)).toThrow(message);
  });

  it('reject an invalid value with one line that contains the name of the setting', () => {
    const names = new Set<string>();
    const environment: Record<string, string | undefined> = { METRICS_PORT: '0', SHOP_URL: 'http://h' };
    adminServerSettings(
      new Proxy(environment, {
        get(target, name: string) {
          names.add(name);
          return target[name];
        },
      }),
    );
    // Excludes PANEL_FOLDER, because every folder name is valid.
    names.delete('PANEL_FOLDER');
    expect(names.size).toBeGreaterThan(10);
    for (const name of names)
      expect(() => adminServerSettings({ ...environment, [name]: 'no such, value! 9e99' })).toThrow(
        new RegExp(`^(?=.*\\b${name}\\b)[^\\n]+$`),
      );
  });
});
