import { mcpSettings } from './settings';

describe('MCP server settings', () => {
  it('have defaults for all optional settings', () => {
    expect(mcpSettings({})).toMatchObject({
      port: 3006,
      shopApiUrl: 'http://127.0.0.1:3000',
      authUrl: 'http://localhost:3001',
      docsUrl: 'http://localhost:3001/docs/errors',
      trustedProxies: [],
      corsOrigins: [],
    });
  });

  it('throw one line with the name of the setting for each invalid value', () => {
    const names = new Set<string>();
    const environment: Record<string, string | undefined> = { METRICS_PORT: '0' };
    mcpSettings(
      new Proxy(environment, {
        get(target, name: string) {
          names.add(name);
          return target[name];
        },
      }),
    );
    expect(names.size).toBeGreaterThan(10);
    for (const name of names)
      expect(() => mcpSettings({ ...environment, [name]: 'no such, value! 9e99' })).toThrow(
        new RegExp(`^(?=.*\\b${name}\\b)[^\\n]+$`),
      );
  });

  it('reject a shop API URL with a path', () => {
    expect(() => mcpSettings({ SHOP_API_URL: 'http://x/api' })).toThrow(
      'SHOP_API_URL must be a URL without a path, such as http://127.0.0.1:3000.',
    );
  });
});
