import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineConfig } from 'vitepress';
import { operationsInColumns } from './operations.mjs';

const root = resolve(import.meta.dirname, '../../..');
const pages = resolve(root, 'dist/docs-site/pages');
const outDir = resolve(root, 'dist/apps/docs-site');
const { nav, sidebar, audiences } = JSON.parse(readFileSync(resolve(pages, 'navigation.json'), 'utf8'));

/** Moves each inline script to a file, because the content security policy forbids inline scripts. */
function scriptsAsFiles(html) {
  return html.replace(/<script( id="[\w-]+")>(.+?)<\/script>/g, (_, id, code) => {
    const file = `assets/${createHash('sha256').update(code).digest('hex').slice(0, 16)}.js`;
    mkdirSync(resolve(outDir, 'assets'), { recursive: true });
    writeFileSync(resolve(outDir, file), code);
    return `<script${id} src="/docs/${file}"></script>`;
  });
}

/** Turns empty column headings into cells, because screen readers would announce an empty heading. */
function emptyHeadingsAsCells({ tokens }) {
  tokens.forEach((token, at) => {
    if (token.type === 'th_open' && tokens[at + 1].content === '') token.tag = tokens[at + 2].tag = 'td';
  });
}

/**
 * Maps each audience to a VitePress locale, because VitePress has one search index per locale. A search then finds
 * only pages for the audience. The locale `root` contains the pages for app developers.
 */
const localeOf = ({ folder }) => folder.replace(/\/$/, '') || 'root';
const localesOf = (of) => Object.fromEntries(audiences.map((audience) => [localeOf(audience), of(audience)]));

export default defineConfig({
  locales: localesOf(() => ({ label: '' })),
  lang: 'en-GB',
  title: 'Storewright',
  description: 'Documentation of Storewright, the self-hosted app platform for stores.',
  base: '/docs/',
  srcDir: pages,
  outDir,
  cacheDir: resolve(root, 'dist/docs-site/cache'),
  cleanUrls: true,
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: '/docs/icon.svg' }],
    [
      'link',
      {
        rel: 'alternate',
        type: 'application/atom+xml',
        title: 'API changelog',
        href: '/docs/api-changes/feed.atom',
      },
    ],
  ],
  transformHead: ({ page }) => [['link', { rel: 'alternate', type: 'text/markdown', href: `/docs/${page}` }]],
  transformHtml: scriptsAsFiles,
  markdown: {
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(md) {
      md.core.ruler.push('empty-headings', emptyHeadingsAsCells);
      md.core.ruler.push('operations', operationsInColumns);
      // Makes wide tables scrollable. The tabindex lets keyboard users scroll a table.
      md.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>';
      md.renderer.rules.table_close = () => '</table></div>';
    },
  },
  themeConfig: {
    nav,
    sidebar,
    outline: [2, 3],
    logoLink: '/docs/',
    search: {
      provider: 'local',
      options: {
        // Ranks results with a similar word, such as overwrite for override, below all results with the exact word.
        miniSearch: { searchOptions: { weights: { prefix: 0.375, fuzzy: 1e-6 } } },
        locales: localesOf(({ searchLabel }) => ({
          translations: { button: { buttonText: searchLabel, buttonAriaLabel: searchLabel } },
        })),
      },
    },
    notFound: {
      title: 'This page does not exist',
      quote: 'The page may have been renamed. Search the documentation, or start at the first page.',
      linkLabel: 'First page of the documentation',
      linkText: 'First page',
    },
    docFooter: { prev: 'Before', next: 'Next' },
  },
  vite: { publicDir: resolve(import.meta.dirname, '../public'), logLevel: 'warn' },
});
