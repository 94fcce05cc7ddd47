/** What package-lock.json says of an installed package; its key is where it is installed. */
interface LockedPackage {
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

export type LockedPackages = Record<string, LockedPackage>;

/** They ask for no more than to be named, so whoever runs the platform owes nobody its source. */
const allowed = [
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
];

/** Where these packages, and all that they need, are installed. */
export function neededBy(names: readonly string[], packages: LockedPackages): string[] {
  const found = new Set<string>();
  const visit = (name: string, from: string): void => {
    const path = installedAt(name, from, packages);
    if (path === undefined || found.has(path)) return;
    found.add(path);
    const { dependencies, optionalDependencies, peerDependencies } = packages[path]!;
    const needed = { ...dependencies, ...optionalDependencies, ...peerDependencies };
    for (const each of Object.keys(needed)) visit(each, path);
  };
  for (const name of names) visit(name, '');
  return [...found].sort();
}

/** As Node looks for it: in the package's own `node_modules`, then in those above. */
function installedAt(name: string, from: string, packages: LockedPackages): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder}/node_modules/${name}`.replace(/^\//, '');
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}

/** One line for each of the packages whose licence is not allowed, or not known. */
export function refusedLicences(paths: readonly string[], packages: LockedPackages): string[] {
  return paths
    .filter((path) => !isAllowed(packages[path]!.license))
    .map((path) => `${path.replace(/^.*node_modules\//, '')}: ${packages[path]!.license ?? 'no licence'}`);
}

/** An SPDX expression: one of those joined by OR has to be allowed, and all of those joined by AND. */
function isAllowed(licence = ''): boolean {
  const alternatives = licence.replace(/[()]/g, '').split(' OR ');
  return alternatives.some((each) => each.split(' AND ').every((part) => allowed.includes(part)));
}
