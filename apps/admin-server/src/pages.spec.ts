import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { createApplication } from '@storewright/server';
import { PanelModule } from './panel.module';
import { adminServerSettings } from './settings';
import { page, script, TestService } from './testing/service';

let service: TestService;
beforeAll(async () => {
  service = await TestService.start();
});
afterAll(() => service.stop());

describe('GET /admin/…', () => {
  it.each(['/admin', '/admin/', '/admin/oauth/01a1?state=x', '/admin/a/b/c.d'])(
    'serves index.html at %s',
    async (path) => {
      const { status, text, headers } = await service.client.get(path);
      expect([status, text, headers['content-type']]).toEqual([200, page, 'text/html; charset=utf-8']);
    },
  );

  it('sends index.html with headers that forbid caching, framing, referrers and foreign scripts', async () => {
    const { headers } = await service.client.get('/admin/oauth/01a1');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    const policy = headers['content-security-policy']!.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy.join()).not.toMatch(/unsafe/);
  });

  it('writes the public URLs of the APIs into the page', async () => {
    const told = await TestService.start({
      SHOP_URL: 'https://{shop}.stores.example?a&"b',
      AUTH_URL: 'https://auth.example/',
    });
    expect((await told.client.get('/admin/')).text).toContain(
      '<meta name="storewright-auth-url" content="https://auth.example"',
    );
    expect((await told.client.get('/admin/')).text).toContain(
      'content="https://{shop}.stores.example?a&amp;&quot;b"',
    );
    await told.stop();
  });

  it('returns for HEAD the headers of GET without a body', async () => {
    const { status, text, headers } = await service.client.send('HEAD', '/admin/apps');
    expect([status, text, headers['content-length']]).toEqual([200, '', String(page.length)]);
  });

  it('returns 404 for methods except GET and HEAD', async () => {
    expect((await service.client.post('/admin/apps', '')).status).toBe(404);
  });
});

describe('GET /admin/assets/…', () => {
  it('serves assets with an immutable cache header', async () => {
    const { status, text, headers } = await service.client.get('/admin/assets/app-1a2b.js');
    expect([status, text]).toEqual([200, script]);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'application/javascript; charset=utf-8',
      'x-content-type-options': 'nosniff',
      vary: 'Accept-Encoding',
    });
  });

  it('serves a compressed copy to clients that accept compression', async () => {
    const { headers, body } = await bytes('/admin/assets/app-1a2b.js', { 'accept-encoding': 'gzip' });
    expect([headers['content-encoding'], headers['content-type']]).toEqual([
      'gzip',
      'application/javascript; charset=utf-8',
    ]);
    expect(gunzipSync(body).toString()).toBe(script);
  });

  it('returns 404 instead of the panel’s page for an unknown asset', async () => {
    const { status, text } = await service.client.get('/admin/assets/app-old.js');
    expect(status).toBe(404);
    expect(text).not.toContain('<');
  });

  it.each([
    '/admin/assets/../index.html',
    '/admin/assets/..%2findex.html',
    '/admin/assets/%2e%2e/manifest.json',
    '/admin/assets/..%5cmanifest.json',
    '/admin/assets/....//manifest.json',
    '/admin/assets//etc/passwd',
    '/admin/assets/%00',
    '/admin/assets/',
    '/admin/assets',
    '/admin/manifest.json',
    '/admin/../../etc/passwd',
  ])('returns no file for the path %s', async (path) => {
    const { text } = await service.client.get(path);
    expect(text).not.toMatch(/not.*served|root:/);
  });
});

it('GET / redirects to the panel', async () => {
  const { status, headers } = await service.client.get('/');
  expect([status, headers['location']]).toEqual([302, '/admin/']);
});

it('the health checks report a live and ready server while both APIs are unavailable', async () => {
  expect([
    (await service.client.get('/healthz')).status,
    (await service.client.get('/readyz')).status,
  ]).toEqual([200, 200]);
});

it('the server exits with the name of the missing folder if the panel is not built', async () => {
  const settings = adminServerSettings({ PANEL_FOLDER: '/nowhere', LOG_LEVEL: 'silent' });
  const application = await createApplication(PanelModule.with(settings), {
    ...settings,
    name: 'admin-server',
  });
  await expect(application.init()).rejects.toThrow(/index\.html does not exist.*PANEL_FOLDER/);
});

/** Returns the raw bytes of the response. */
function bytes(
  path: string,
  headers: Record<string, string>,
): Promise<{ headers: Record<string, unknown>; body: Buffer }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: service.client.port, path, headers, agent: false },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }));
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}
