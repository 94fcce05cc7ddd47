import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Values that replace placeholders such as `{{name}}` in the template files of a new app. */
export interface TemplateValues {
  name: string;
  auth_url: string;
  port: string;
}

/** Folder of the template for new apps, which the build copies next to the CLI program. */
const TEMPLATE = join(__dirname, 'template');

/**
 * Writes a small working app into a folder. The app exchanges its nonce, lists unfulfilled orders and
 * verifies webhooks. Never overwrites an existing file.
 */
export function writeApp(folder: string, values: TemplateValues): void {
  const entries = readdirSync(TEMPLATE, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((each) => each.isFile())) {
    const source = join(entry.parentPath, entry.name);
    const target = join(folder, source.slice(TEMPLATE.length, -entry.name.length), nameOf(entry.name));
    const text = readFileSync(source, 'utf8').replaceAll(
      /\{\{(\w+)\}\}/g,
      (_, name: keyof TemplateValues) => values[name],
    );
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, text, { mode: entry.name === '_env' ? 0o600 : 0o644, flag: 'wx' });
  }
}

/**
 * Returns the final name of a template file. Template files such as `_package.json` start with an underscore,
 * because npm, git and TypeScript would otherwise interpret them in the template folder.
 */
function nameOf(file: string): string {
  if (file === '_env' || file === '_gitignore') return `.${file.slice(1)}`;
  return file.replace(/^_/, '');
}

/** Derives an app name from the folder name, with lowercase letters, digits and hyphens. */
export function appNameOf(folder: string): string {
  const words = basename(resolve(folder))
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return words.filter((word) => word !== '').join('-') || 'app';
}

/** True if the folder is missing, or contains only files of git and of the operating system. */
export function isEmptyFolder(folder: string): boolean {
  try {
    return readdirSync(folder).every((name) => name === '.git' || name === '.DS_Store');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return true;
    throw error;
  }
}
