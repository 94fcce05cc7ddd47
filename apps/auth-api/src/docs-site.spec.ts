import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { errorCodes } from '@storewright/json-api';
import { authApi, type TestService } from './testing/test-service';

describe('the documentation site', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storewright-docs-'));
  const site = {
    'index.html': 'the first page',
    '404.html': 'nothing here',
    'llms.txt': 'the list of all pages',
    'adr/index.md': '# Decisions',
    'errors.md': '# Errors',
    'errors.html': 'the page of all errors',
    'errors/not_found.html': 'the page of an error',
    'explorer/index.html': 'the explorer',
    'assets/app.1a2b.js': 'console.log(1);'.repeat(100),
    'assets/chunks/@search.1a2b.js': 'search',
  };
  let service: TestService;
  beforeAll(async () => {
    for (const [file, text] of Object.entries(site)) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    writeFileSync(join(folder, 'assets/app.1a2b.js.gz'), gzipSync(site['assets/app.1a2b.js']));
    service = await authApi({ DOCS_FOLDER: folder, SHOP_URL: 'https://{shop}.shops.example' });
  });
  afterAll(async () => {
    await service.stop();
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['/docs/', 'index.html'],
    ['/docs/errors', 'errors.html'],
    ['/docs/errors?a=b', 'errors.html'],
    ['/docs/errors.md', 'errors.md'],
    ['/docs/adr.md', 'adr/index.md'],
    ['/docs/adr/.md', 'adr/index.md'],
    ['/docs/llms.txt', 'llms.txt'],
    ['/llms.txt', 'llms.txt'],
    ['/docs/errors/not_found', 'errors/not_found.html'],
    ['/docs/errors/not_found.html', 'errors/not_found.html'],
    ['/docs/assets/chunks/@search.1a2b.js', 'assets/chunks/@search.1a2b.js'],
  ] as const)('GET %s returns the file %s', async (path, file) => {
    const { status, text } = await service.api.get(path);
    expect([status, text]).toEqual([200, site[file]]);
  });

  it('allows only the API explorer to call shop APIs, and contains the URLs of these APIs', async () => {
    const connections = async (path: string) => {
      const { headers } = await service.api.get(path);
      return /connect-src ([^;]*)/.exec(headers['content-security-policy']!)![1];
    };
    expect(await connections('/docs/explorer/')).toBe("'self' https://*.shops.example");
    expect(await connections('/docs/errors')).toBe("'self'");
    const { body } = await service.api.get('/docs/explorer/addresses.json');
    expect(body).toEqual({ shop_url: 'https://{shop}.shops.example' });
  });

  it('redirects / to /docs', async () => {
    const { status, headers } = await service.api.get('/docs');
    expect([status, headers['location']]).toEqual([302, '/docs/']);
  });

  it('runs only its own scripts, cannot be framed, and sets headers that require revalidation', async () => {
    const { headers } = await service.api.get('/docs/errors');
    expect(headers).toMatchObject({
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    const policy = headers['content-security-policy']!.split('; ');
    expect(policy.filter((each) => /unsafe/.test(each))).toEqual(["style-src-attr 'unsafe-inline'"]);
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "base-uri 'none'"]),
    );
  });

  it('serves compressed assets that browsers can cache forever', async () => {
    const { headers } = await service.api.get('/docs/assets/app.1a2b.js', {
      headers: { 'accept-encoding': 'gzip' },
    });
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      'content-type': 'application/javascript; charset=utf-8',
      vary: 'Accept-Encoding',
    });
  });

  it.each([
    '/docs/none',
    '/docs/../etc/passwd',
    '/docs/%2e%2e/%2e%2e/etc/passwd',
    '/docs/..%2f..%2fetc',
    '/docs/assets',
  ])('returns 404 for %s', async (path) => {
    const { status, text } = await service.api.get(path);
    expect(status).toBe(404);
    expect(text).not.toContain('root:');
  });
});

describe('the documentation site before it is built', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await authApi({ DOCS_FOLDER: '/nowhere' });
  });
  afterAll(() => service.stop());

  it('explains every error code', async () => {
    const { status, text } = await service.api.get('/docs/errors');
    expect(status).toBe(200);
    for (const code of Object.keys(errorCodes)) expect(text).toContain(`id="${code}"`);
  });

  it('returns 503 with a page that names the reason and reloads automatically', async () => {
    const { status, headers, text } = await service.api.get('/docs/guides/quick-start');
    expect([status, headers['retry-after'], headers['refresh']]).toEqual([503, '5', '5']);
    expect(text).toContain('<h1>Building the documentation</h1>');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});
