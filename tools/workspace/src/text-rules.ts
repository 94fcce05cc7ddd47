import { extname } from 'node:path';
import { read } from './repository';

const emptyNames = ['utils', 'util', 'helpers', 'helper', 'common', 'manager', 'base'];
const binary = new Set(['.png', '.jpg', '.ico', '.woff2', '.gz']);
const machinePath = /(?<![\w.:/-])\/(?:work|root|home\/[a-z]\w*|Users\/\w+)\//;
const registryHost = /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.|\bnpm\.pkg\.github\.|\/artifactory\//i;

/** Returns the files whose path contains a name that does not describe its content, such as `utils`. */
export function vaguelyNamed(files: readonly string[]): string[] {
  const words = (file: string) => file.split('/').flatMap((part) => part.split('.'));
  return files.filter((file) => words(file).some((word) => emptyNames.includes(word.toLowerCase())));
}

export function namingTheirMachine(files: readonly string[]): string[] {
  return files
    .filter((file) => !binary.has(extname(file)))
    .filter((file) => [machinePath, registryHost].some((rule) => rule.test(read(file))));
}

/** True for a documentation file: a file in `docs` or a Markdown file in the root folder. */
export const isDocument = (file: string): boolean => /^docs\/|^[^/]+\.md$/.test(file);

/** Matches citations of documents that are not in the repository. */
export const workingPapers = /\b(?:CONTRACT|DESIGN) §|\b[Ss]pecification,? \(?§|\bjson-api-requirements\b/;
