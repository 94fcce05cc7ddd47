import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documents, pictures, redirects } from './documents';

describe('pages from documents', () => {
  const root = mkdtempSync(join(tmpdir(), 'storewright-documents-'));
  const files = {
    'CHANGELOG.md': '## 1.0.0\n',
    'CONTRIBUTING.md': '# Contributing\n[map](README.md#the-map), [rules](docs/rules.md#one)',
    'docs/rules.md':
      '# Rules\n[decisions](adr/README.md), [how](../CONTRIBUTING.md), [JSON:API](https://jsonapi.org)',
    'docs/adr/README.md': '# Decisions\n[rules](../rules.md), [here](#below), [b](b.md)',
    'docs/adr/b.md': '# B\n[code](../../libs/b.ts)',
    'docs/adr/c.md': '# C\n![it grows](../pictures/it.svg)',
    'docs/pictures/it.svg': '<svg/>',
    'docs/adr/picture.png': '',
    'docs/errors.md': '# Errors\n## 404 `not_found`\n\nGone.',
  };
  beforeAll(() => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(root, file, '..'), { recursive: true });
      writeFileSync(join(root, file), text);
    }
  });
  afterAll(() => rmSync(root, { recursive: true }));

  it('have links to pages instead of links to documents, and plain text instead of other links', () => {
    const pages = documents(root).map(({ path, text }) => [path, text.split('\n').at(-1)]);
    expect(Object.fromEntries(pages)).toEqual({
      'operators/changelog': '',
      'contributors/contributing': 'map, [rules](../rules.md#one)',
      rules:
        '[decisions](./contributors/adr/index.md), [how](./contributors/contributing.md), ' +
        '[JSON:API](https://jsonapi.org)',
      'contributors/adr/index': '[rules](../../rules.md), [here](#below), [b](./b.md)',
      'contributors/adr/b': 'code',
      'contributors/adr/c': '![it grows](./../../pictures/it.svg)',
      errors: 'Gone. [Which requests get it](./errors/not_found.md)',
    });
  });

  it('have a redirect from each former path', () => {
    expect(redirects(root)).toMatchObject({
      changelog: 'operators/changelog',
      'adr/b': 'contributors/adr/b',
      'guides/protection': 'owners/index',
    });
    expect(redirects(root)).not.toHaveProperty('rules');
  });

  it('include the image files that the pages show', () => {
    expect(pictures(root)).toEqual(['pictures/it.svg']);
  });
});
