import { resolve } from 'node:path';
import { pagesOf } from './main';
import { plainFiles } from './plain-files';

const root = resolve(__dirname, '../../..');

describe('plainFiles', () => {
  const pages = pagesOf(root);
  const files = plainFiles(root, pages);
  const list = files.get('llms.txt')!;

  it('contains each page as Markdown', () => {
    for (const { path } of pages) expect(files.get(`${path}.md`)).toMatch(/^# .+/m);
    expect(files.get('guides/agents.md')).toContain('# AI agents');
  });

  it('lists each page once in llms.txt with its first sentence, in the groups of the navigation', () => {
    const linked = [...list.matchAll(/^- \[.+?\]\(\/docs\/(.+)\.md\)/gm)].map(([, path]) => path!);
    expect(linked.toSorted()).toEqual(
      pages.flatMap(({ path }) => (path === 'index' ? [] : [path])).toSorted(),
    );
    expect(list).toContain(
      '- [AI agents](/docs/guides/agents.md): Each shop has an MCP server at {base_url}/mcp.',
    );
    expect(list).toMatch(/^# Storewright\n\n> /);
    expect(list).toContain('## App developers: Error codes');
    expect(list.indexOf('## App developers: Get started')).toBeLessThan(
      list.indexOf('## Contributors: Decisions'),
    );
  });

  it('lists only the pages of one audience in that audience’s llms.txt', () => {
    const ofOwners = files.get('owners/llms.txt')!;
    expect(ofOwners).toContain('- [Permissions](/docs/owners/permissions.md): An app or an access token');
    expect(ofOwners).not.toContain('/docs/contributors/');
    expect(files.get('developers/llms.txt')).not.toMatch(/\/docs\/(?:owners|operators|contributors)\//);
  });

  it('contains every schema of both APIs, keyed by name', () => {
    expect(JSON.parse(files.get('schemas/shop/Product.json')!)).toHaveProperty('properties.attributes');
    expect(files.has('schemas/auth/App.json')).toBe(true);
  });
});
