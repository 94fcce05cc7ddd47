import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { placeFor } from './audiences';
import type { Page } from './page';

/** Documents in the repository root that the site includes. */
const atRoot = ['CHANGELOG.md', 'CONTRIBUTING.md'];

/** Returns the repository's documents as pages, each in the folder of its audience. */
export function documents(root: string): Page[] {
  return filesOf(root).map((file) => ({
    path: placeOf(file),
    text: asOnSite(file, readFileSync(join(root, file), 'utf8')),
  }));
}

function filesOf(root: string): string[] {
  return [...below(root, 'docs').filter((path) => path.endsWith('.md')), ...atRoot].sort();
}

export function pictures(root: string): string[] {
  return below(root, 'docs')
    .filter((path) => path.endsWith('.svg'))
    .map((path) => posix.relative('docs', path));
}

function below(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = posix.join(folder, entry.name);
    return entry.isDirectory() ? below(root, path) : [path];
  });
}

/** Former paths of pages that are no longer generated. */
const FORMER_PATHS: Record<string, string> = { 'guides/protection': 'owners/index' };

export function redirects(root: string): Record<string, string> {
  const moved = filesOf(root).map((file) => [nameOf(file), placeOf(file)] as const);
  return { ...Object.fromEntries(moved.filter(([name, place]) => name !== place)), ...FORMER_PATHS };
}

/** Converts `docs/adr/README.md` to `adr/index`. */
function nameOf(file: string): string {
  const path = file.replace(/\.md$/, '').replace(/(^|\/)README$/, '$1index');
  return path.startsWith('docs/') ? path.slice('docs/'.length) : path.toLowerCase();
}

const placeOf = (file: string): string => placeFor(nameOf(file));

/** Rewrites links between documents as links between pages. A link to a file without a page becomes plain text. */
function asOnSite(file: string, text: string): string {
  const here = posix.dirname(placeOf(file));
  const linked = text.replace(
    /(!?)\[([^\]]+)\]\((?!\w+:|#)([^)\s#]+)(#[^)\s]*)?\)/g,
    (_, shown, label, target, anchor) => {
      const to = posix.join(posix.dirname(file), target as string);
      if (shown) return `![${label}](./${posix.relative(here, posix.relative('docs', to))})`;
      if (!/^docs\/.*\.md$/.test(to) && !atRoot.includes(to)) return label as string;
      const page = posix.relative(here, placeOf(to));
      return `[${label}](${page.startsWith('.') ? page : `./${page}`}.md${anchor ?? ''})`;
    },
  );
  if (file === 'CHANGELOG.md') return `# Changelog\n\n${linked}`;
  // Adds the anchor `#<code>`, which `links.about` of an error contains, and a link to the page of the error code.
  if (file === 'docs/errors.md')
    return linked
      .replace(/^(## \d{3} `(\w+)`)$/gm, '$1 {#$2}')
      .replace(/^(## .*\{#(\w+)\}\n\n[^\n]*)/gm, '$1 [Which requests get it](./errors/$2.md)');
  return linked;
}
