import { join } from 'node:path';
import { documents } from '../documents';
import { ApiDocument } from '../openapi/document';
import { apiChanges, unannounced } from './entries';
import { feedOf } from './feed';
import { changesPage } from './page';

const entry = (head: string, text = 'Use `b` & [c](../c.md).\n') => ({
  path: 'api-changes/2026-11-27-b',
  text: `---\n${head}\n---\n\n# Attribute \`a\`\n\n${text}`,
});
const deprecated = entry('date: 2026-11-27\nkind: deprecated\napi: shop\nsunset: 2027-04-01');
const added = { ...entry('date: 2026-11-28\nkind: added\napi: both'), path: 'api-changes/2026-11-28-c' };

describe('apiChanges', () => {
  it('returns the changelog entries, newest first', () => {
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
  ])('throws for a changelog entry with %s', (_, head) => {
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

it('unannounced reports a deprecated name without an entry, or with another sunset date in the entry', () => {
  const changes = apiChanges([deprecated]);
  const since = '2026-11-27';
  expect(unannounced(changes, [['a', { since, sunset: '2027-04-01' }]])).toEqual([]);
  expect(unannounced(changes, [['z', { since }]])).toEqual([
    'z: x-deprecation has sunset undefined; entries: none',
  ]);
  expect(unannounced(changes, [['a', { since, sunset: '2027-05-01' }]])).toEqual([
    'a: x-deprecation has sunset 2027-05-01; entries: sunset 2027-04-01',
  ]);
});

it('docs/api-changes has an entry with the same sunset date for each deprecated attribute and operation', () => {
  const root = join(__dirname, '../../../..');
  const deprecations = (['shop', 'auth'] as const).flatMap((name) => [
    ...ApiDocument.read(root, name).deprecations,
  ]);
  expect(deprecations.map(([name]) => name)).toContain('total_spent_amount');
  expect(unannounced(apiChanges(documents(root)), deprecations)).toEqual([]);
});
