import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { documents } from './documents';
import { home } from './home';
import { navigationOf } from './navigation';

/** Writes the Markdown of all pages, and the navigation, into the folder. Called by build.mjs. */
export function writePages(root: string, folder: string): void {
  const pages = [home, ...documents(root)];
  for (const { path, text } of pages) {
    const file = join(folder, `${path}.md`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  writeFileSync(join(folder, 'navigation.json'), JSON.stringify(navigationOf(pages)));
}
