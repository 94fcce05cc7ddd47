import { extname } from 'node:path';
import { read } from './repository';

/** Names that say nothing about the content. */
const emptyNames = ['utils', 'util', 'helpers', 'helper', 'common', 'manager', 'base'];
const binary = new Set(['.png', '.jpg', '.ico', '.woff2', '.gz']);
const machinePath = /(?<![\w.:/-])\/(?:work|root|home\/[a-z]\w*|Users\/\w+)\//;
const registryHost = /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.|\bnpm\.pkg\.github\.|\/artifactory\//i;

/** Files that have an empty name, or a folder with one, in their path. */
export function vaguelyNamed(files: readonly string[]): string[] {
  const words = (file: string) => file.split('/').flatMap((part) => part.split('.'));
  return files.filter((file) => words(file).some((word) => emptyNames.includes(word.toLowerCase())));
}

/** Files whose text names a path of its author's machine or a package registry. */
export function namingTheirMachine(files: readonly string[]): string[] {
  return files
    .filter((file) => !binary.has(extname(file)))
    .filter((file) => [machinePath, registryHost].some((rule) => rule.test(read(file))));
}

/** Documents are the files in `docs` and the Markdown files at the root. */
export const isDocument = (file: string): boolean => /^docs\/|^[^/]+\.md$/.test(file);

/** Matches citations of papers that are not in the repository. */
export const workingPapers = /\b(?:CONTRACT|DESIGN) §|\b[Ss]pecification,? \(?§|\bjson-api-requirements\b/;
