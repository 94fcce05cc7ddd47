import { join } from 'node:path';
import { documents } from '../documents';
import { ApiDocument } from '../openapi/document';
import { apiChanges } from './entries';
import { feedOf } from './feed';
import { changesPage } from './page';

const entry = (head: string, text = 'Use `b` & [c](../c.md).\n') => ({
  path: 'api-changes/2026-11-27-b',
  text: `---\n${head}\n---\n\n# Attribute \`a\`\n\n${text}`,
});
const deprecated = entry('date: 2026-11-27\nkind: deprecated\napi: shop\nsunset: 2027-04-01');
const added = { ...entry('date: 2026-11-28\nkind: added\napi: both'), path: 'api-changes/2026-11-28-c' };

describe('apiChanges', () => {
  it('returns the entries newest first', () => {
    expect(apiChanges([deprecated, added]).map(({ id, kind }) => [id, kind])).toEqual([
      ['c', 'added'],
      ['b', 'deprecated'],
    ]);
  });

  it.each([
    ['a date that differs from its file name', 'date: 2026-11-26\nkind: added\napi: shop'],
    ['an unknown kind', 'date: 2026-11-27\nkind: new\napi: shop'],
    ['an unknown API', 'date: 2026-11-27\nkind: added\napi: mcp'],
    ['a sunset without a deprecation', 'date: 2026-11-27\nkind: added\napi: shop\nsunset: 2027-04-01'],
    ['an invalid sunset date', 'date: 2026-11-27\nkind: deprecated\napi: shop\nsunset: soon'],
  ])('throws for an entry with %s', (_, head) => {
    expect(() => apiChanges([entry(head)])).toThrow('docs/api-changes/2026-11-27-b.md');
  });
});

it('the page of the API changelog shows kind, API and sunset date of each entry', () => {
  const { text } = changesPage({ path: 'api-changes/index', text: '# API' }, apiChanges([deprecated]));
  expect(text).toContain(
    '## 2026-11-27\n\n### Attribute `a` {#b}\n\n**Deprecated · Shop API** · `Sunset` 2027-04-01',
  );
});

it('the feed of the API changelog contains each entry with a stable id and a plain-text summary', () => {
  const feed = feedOf(apiChanges([deprecated, added]));
  expect(feed).toContain('<updated>2026-11-28T00:00:00Z</updated>\n  <author>');
  expect(feed).toContain('<title>Deprecated · Shop API: Attribute a</title>');
  expect(feed).toContain('<summary>Use b &amp; c. Sunset: 2027-04-01.</summary>');
  const ids = [
    ...feed.matchAll(/<id>(urn:uuid:[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12})<\/id>/g),
  ];
  expect(new Set(ids.map(([, id]) => id)).size).toBe(3);
});

it('each deprecated attribute and operation of the APIs has an entry in docs/api-changes', () => {
  const root = join(__dirname, '../../../..');
  const texts = apiChanges(documents(root)).flatMap(({ kind, title, text }) =>
    kind === 'deprecated' ? [`${title} ${text}`] : [],
  );
  const names = (['shop', 'auth'] as const).flatMap((name) => ApiDocument.read(root, name).deprecatedNames);
  expect(names).toContain('total_spent_amount');
  expect(names.filter((name) => !texts.some((text) => text.includes(`\`${name}\``)))).toEqual([]);
});
