import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { apiChanges, FOLDER } from './api-changes/entries';
import { changesPage } from './api-changes/page';
import { audiences } from './audiences';
import { documents, pictures } from './documents';
import { downloadsPage } from './downloads';
import { landings } from './landings';
import { navigationOf } from './navigation';
import type { Page } from './page';
import { writePlainFiles } from './plain-files';
import { referencePages } from './reference';

export function pagesOf(root: string): Page[] {
  const all = documents(root);
  const written = all.flatMap((page) => {
    if (page.path === `${FOLDER}/index`) return [changesPage(page, apiChanges(all))];
    return page.path.startsWith(`${FOLDER}/`) ? [] : [page];
  });
  const errors = written.find(({ path }) => path === 'errors')!;
  return [...landings, downloadsPage, ...written, ...referencePages(root, errors)];
}

/** Writes the plain files, such as `llms.txt`, into the built site for build.mjs. */
export function writeFilesForPrograms(root: string, folder: string): void {
  writePlainFiles(root, pagesOf(root), folder);
}

/** Writes the Markdown pages, their images and the navigation into the folder for build.mjs. */
export function writePages(root: string, folder: string): void {
  const pages = pagesOf(root);
  for (const { path, text, frontmatter } of pages) {
    const file = join(folder, `${path}.md`);
    mkdirSync(dirname(file), { recursive: true });
    // Writes JSON, because front matter is YAML, and JSON is a subset of YAML.
    writeFileSync(file, frontmatter ? `---\n${JSON.stringify(frontmatter)}\n---\n\n${text}` : text);
  }
  for (const picture of pictures(root)) {
    mkdirSync(dirname(join(folder, picture)), { recursive: true });
    copyFileSync(join(root, 'docs', picture), join(folder, picture));
  }
  writeFileSync(join(folder, 'navigation.json'), JSON.stringify({ ...navigationOf(pages), audiences }));
}
