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
    'llms.txt':
      '# Storewright\n- [Meta](/docs/guides/meta.md)\n- [Errors](/docs/errors.md)\n- [Gone](/docs/errors/gone.md)\n' +
      '- [Rotations](/docs/contributors/adr/rotations.md)',
    'guides/meta.md':
      '# Metadata\n\nAttach data.\n\n## Conditions\n\nA condition compares a key.\n\n' +
      'Long. '.repeat(4000),
    'errors/not_found.md': '# not_found\n\nCheck the id.',
    'schemas/shop/Product.json': '{"type":"object"}',
    'contributors/adr/index.md': '# Decisions',
    'contributors/adr/rotations.md': '# Rotations\n\nA rotation of a condition.',
    'redirects.json': JSON.stringify({
      'adr/index': 'contributors/adr/index',
      'adr/rotations': 'contributors/adr/rotations',
    }),
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
    ['/docs/contributors/adr.md', 'contributors/adr/index.md'],
    ['/docs/contributors/adr/.md', 'contributors/adr/index.md'],
    ['/docs/llms.txt', 'llms.txt'],
    ['/llms.txt', 'llms.txt'],
    ['/docs/errors/not_found', 'errors/not_found.html'],
    ['/docs/errors/not_found.html', 'errors/not_found.html'],
    ['/docs/assets/chunks/@search.1a2b.js', 'assets/chunks/@search.1a2b.js'],
  ] as const)('GET %s returns the file %s', async (path, file) => {
    const { status, text } = await service.api.get(path);
    expect([status, text]).toEqual([200, site[file]]);
  });

  it('allows pages to call shop APIs, and shows the URLs of these APIs', async () => {
    const connections = async (path: string) => {
      const { headers } = await service.api.get(path);
      return /connect-src ([^;]*)/.exec(headers['content-security-policy']!)![1];
    };
    expect(await connections('/docs/explorer/')).toBe("'self' https://*.shops.example");
    expect(await connections('/docs/errors')).toBe("'self' https://*.shops.example");
    const { body } = await service.api.get('/docs/explorer/addresses.json');
    expect(body).toEqual({ shop_url: 'https://{shop}.shops.example' });
  });

  it.each([
    ['/docs/adr', '/docs/contributors/adr/'],
    ['/docs/adr/', '/docs/contributors/adr/'],
    ['/docs/adr/index.md', '/docs/contributors/adr/index.md'],
    ['/docs/adr/rotations', '/docs/contributors/adr/rotations'],
    ['/docs/adr/rotations.md?a=b', '/docs/contributors/adr/rotations.md'],
  ])('redirects the old address %s to %s', async (former, current) => {
    const { status, headers } = await service.api.get(former);
    expect([status, headers['location']]).toEqual([301, current]);
  });

  it('redirects / to /docs', async () => {
    const { status, headers } = await service.api.get('/docs');
    expect([status, headers['location']]).toEqual([302, '/docs/']);
  });

  it('runs only its own scripts, cannot be framed, and requires caches to revalidate', async () => {
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

  it('serves compressed assets that browsers can cache without revalidation', async () => {
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

  describe('POST /mcp', () => {
    const send = (method: string, params: object = {}, headers: Record<string, string> = {}) =>
      service.api.post(
        '/mcp',
        { jsonrpc: '2.0', id: 1, method, params },
        {
          headers: {
            accept: 'application/json, text/event-stream',
            'content-type': 'application/json',
            'mcp-protocol-version': '2025-11-25',
            ...headers,
          },
        },
      );
    const call = async (name: string, given: object) => {
      const { text } = await send('tools/call', { name, arguments: given });
      return JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
    };

    it('lists tools without credentials, and rejects pages of other origins', async () => {
      const { status, text } = await send('tools/list');
      expect(status).toBe(200);
      for (const name of ['search_docs', 'get_page', 'get_schema', 'get_error_code'])
        expect(text).toContain(`"name":"${name}"`);
      expect((await send('tools/list', {}, { origin: 'https://evil.example' })).status).toBe(403);
    });

    it('returns the section that contains all search words, best match first', async () => {
      const { result } = await call('search_docs', { query: 'condition KEY' });
      expect(result.structuredContent).toEqual({
        sections: [
          expect.objectContaining({ path: 'guides/meta', title: 'Metadata', heading: 'Conditions' }),
        ],
      });
      const decisions = await call('search_docs', { query: 'condition', audience: 'contributors' });
      expect(decisions.result.structuredContent.sections).toEqual([
        expect.objectContaining({ path: 'contributors/adr/rotations' }),
      ]);
      const none = await call('search_docs', { query: 'condition unheard' });
      expect(none.result.structuredContent).toEqual({ sections: [] });
    });

    it('returns a long page in parts, a JSON Schema and an error code', async () => {
      const first = (await call('get_page', { path: '/docs/guides/meta.md' })).result.structuredContent;
      expect(first.text).toMatch(/^# Metadata/);
      const rest = await call('get_page', { path: 'guides/meta', offset: first.next_offset });
      expect(rest.result.structuredContent.next_offset).toBeNull();
      expect(first.text + rest.result.structuredContent.text).toBe(site['guides/meta.md']);
      const moved = await call('get_page', { path: 'adr/rotations' });
      expect(moved.result.structuredContent.text).toMatch(/^# Rotations/);
      const schema = await call('get_schema', { api: 'shop', name: 'Product' });
      expect(schema.result.structuredContent.schema).toEqual({ type: 'object' });
      const code = await call('get_error_code', { code: 'not_found' });
      expect(code.result.structuredContent).toMatchObject({ status: 404, text: site['errors/not_found.md'] });
    });

    it.each([
      ['search_docs', { query: '' }],
      ['search_docs', { query: 'a', limit: 99 }],
      ['search_docs', { query: 'a', audience: 'everybody' }],
      ['get_page', { path: '../../etc/passwd' }],
      ['get_page', { path: 'none' }],
      ['get_schema', { api: 'shop', name: '../Product' }],
      ['get_error_code', { code: 'constructor' }],
    ])('returns an error result from %s for %j', async (name, given) => {
      const { result } = await call(name, given);
      expect([result.isError, result.content[0].text]).toEqual([true, expect.stringMatching(/\.$/)]);
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

  it('serves a plain page that explains every error code', async () => {
    const { status, text } = await service.api.get('/docs/errors');
    expect(status).toBe(200);
    for (const code of Object.keys(errorCodes)) expect(text).toContain(`id="${code}"`);
  });

  it('returns 503 with a page that explains the reason and reloads automatically', async () => {
    const { status, headers, text } = await service.api.get('/docs/guides/quick-start');
    expect([status, headers['retry-after'], headers['refresh']]).toEqual([503, '5', '5']);
    expect(text).toContain('<h1>Building the documentation</h1>');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
  });
});
