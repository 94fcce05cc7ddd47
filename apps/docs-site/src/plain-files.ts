import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { apiChanges } from './api-changes/entries';
import { FEED, feedOf } from './api-changes/feed';
import { audiences } from './audiences';
import { documents, redirects } from './documents';
import { downloads } from './downloads';
import { llmsText, llmsTextFor } from './llms-text';
import { navigationOf } from './navigation';
import type { Page } from './page';
import { tryItFiles } from './reference/try-it';

/**
 * Returns the plain files of the site, keyed by path below `/docs/`, such as Markdown pages, `llms.txt`, API schemas,
 * downloads and redirects.
 */
export function plainFiles(root: string, pages: readonly Page[]): Map<string, string> {
  const navigation = navigationOf(pages);
  const list = llmsText(pages, navigation);
  return new Map([
    ...pages.map(({ path, text }) => [`${path}.md`, path === 'index' ? list : text] as const),
    ['llms.txt', list],
    ...audiences.map(
      (audience) => [`${audience.name}/llms.txt`, llmsTextFor(audience, pages, navigation)] as const,
    ),
    [FEED, feedOf(apiChanges(documents(root)))],
    ...downloads(root),
    ...tryItFiles(root),
    ['redirects.json', JSON.stringify(redirects(root))],
    ...['shop', 'auth'].flatMap((api) => schemaFiles(root, api)),
  ]);
}

/** Returns a file for each schema of an API. A `$ref` refers to the file of another schema. */
function schemaFiles(root: string, api: string): [path: string, text: string][] {
  const document = JSON.parse(readFileSync(join(root, `docs/openapi/${api}.json`), 'utf8')) as {
    components: { schemas: Record<string, object> };
  };
  return Object.entries(document.components.schemas).map(([name, schema]) => [
    `schemas/${api}/${name}.json`,
    JSON.stringify(schema),
  ]);
}

export function writePlainFiles(root: string, pages: readonly Page[], folder: string): void {
  for (const [path, text] of plainFiles(root, pages)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
