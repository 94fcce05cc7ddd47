import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const folder = resolve(__dirname, '../../../dist/apps/docs-site');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  statSync(join(folder, file)).isFile(),
);
const ending = (end: string) =>
  files
    .filter((file) => file.endsWith(end))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')] as const);
const html = ending('.html');

describe('built documentation site', () => {
  it('contains every page, and a compressed copy of large pages', () => {
    expect(html.map(([file]) => file)).toEqual(
      expect.arrayContaining(['index.html', '404.html', 'errors.html', 'guides/quick-start.html']),
    );
    expect(files).toContain('errors.html.gz');
  });

  it('loads no script, style, font or image from another host', () => {
    for (const [file, text] of html) {
      const loaded = [
        ...text.matchAll(/<(?:script|link|img|iframe|source|object)\b[^>]*?\s(?:src|href|data)="([^"]*)"/g),
      ]
        .map(([, address]) => address!)
        .filter((address) => !address.startsWith('/docs/') && !address.startsWith('data:'));
      expect({ file, loaded }).toEqual({ file, loaded: [] });
    }
    for (const [file, text] of ending('.css'))
      expect({ file, loaded: text.match(/url\((?!["']?(?:data:|\/docs\/|#))[^)]*\)|@import/g) }).toEqual({
        file,
        loaded: null,
      });
  });

  it('contains no inline script and no other content that the content security policy blocks', () => {
    for (const [file, text] of html)
      expect({ file, found: text.match(/<script(?![^>]*\bsrc=)[^>]*>[^<]|<style|\son\w+="/g) }).toEqual({
        file,
        found: null,
      });
  });

  it.each([
    ['root', /^\/docs\/(?!owners\/|operators\/|contributors\/)/],
    ['owners', /^\/docs\/owners\//],
    ['operators', /^\/docs\/operators\//],
    ['contributors', /^\/docs\/contributors\//],
  ])('has a search index for the audience %s that contains only pages for this audience', (locale, path) => {
    const index = files.find((file) => file.includes(`@localSearchIndex${locale}.`) && file.endsWith('.js'))!;
    const text = readFileSync(join(folder, index), 'utf8');
    const found = [...text.matchAll(/"(\/docs\/[^"]*)"/g)].map(([, address]) => address!);
    expect(found.length).toBeGreaterThan(20);
    expect(found.filter((address) => !path.test(address))).toEqual([]);
  });

  it('shows each operation of a reference page beside its request, even without scripts', () => {
    const [, orders] = html.find(([file]) => file === 'reference/shop/orders.html')!;
    const parts = orders.split('<div class="operation">').slice(1);
    expect(parts).toHaveLength(5);
    for (const part of parts) expect(part).toMatch(/operation-text">[^]*<h3[^]*operation-example">[^]*curl/);
  });

  it('loads less compressed script and style code for a first page than the limit', () => {
    const [, first] = html.find(([file]) => file === 'guides/quick-start.html')!;
    const loaded = [...first.matchAll(/<(?:script|link)\b[^>]*?(?:src|href)="\/docs\/([^"]+\.(?:js|css))"/g)];
    const size = (file: string) => {
      const compressed = `${file}.gz`;
      return statSync(join(folder, files.includes(compressed) ? compressed : file)).size;
    };
    const total = loaded.reduce((sum, [, file]) => sum + size(file!), 0);
    expect(loaded.length).toBeGreaterThan(3);
    expect(total).toBeLessThan(150_000);
  });
});
