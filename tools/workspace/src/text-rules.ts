import { extname } from 'node:path';
import { read } from './repository';

/** Names that say nothing about what is inside. */
const emptyNames = ['utils', 'util', 'helpers', 'helper', 'common', 'manager', 'base'];
const binary = new Set(['.png', '.jpg', '.ico', '.woff2', '.gz']);
const machinePath = /(?<![\w.:/-])\/(?:work|root|home\/[a-z]\w*|Users\/\w+)\//;
const registryHost = /\bregistry\.(?:npmjs|yarnpkg|npmmirror)\.|\bnpm\.pkg\.github\.|\/artifactory\//i;

/** Those of the files, or folders of theirs, whose names say nothing. */
export function vaguelyNamed(files: readonly string[]): string[] {
  const words = (file: string) => file.split('/').flatMap((part) => part.split('.'));
  return files.filter((file) => words(file).some((word) => emptyNames.includes(word.toLowerCase())));
}

/** Those of the files whose text names a path of the machine it was written on, or a package registry. */
export function namingTheirMachine(files: readonly string[]): string[] {
  return files
    .filter((file) => !binary.has(extname(file)))
    .filter((file) => [machinePath, registryHost].some((rule) => rule.test(read(file))));
}

/** A document is what stands in `docs`, and the Markdown at the root. */
export const isDocument = (file: string): boolean => /^docs\/|^[^/]+\.md$/.test(file);

/** A citation of what the platform was built from and is not in the repository. */
export const workingPapers = /\b(?:CONTRACT|DESIGN) §|\b[Ss]pecification,? \(?§|\bjson-api-requirements\b/;
