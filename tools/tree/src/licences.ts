/** An entry of package-lock.json. Its key is the path of the installed package. */
interface LockedPackage {
  license?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

export type LockedPackages = Record<string, LockedPackage>;

/** Licenses that require only attribution. */
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

/**
 * Packages that contain an LGPL library. These packages are allowed because services load the library
 * dynamically, so that operators can replace its file.
 */
const replaceable = /^@img\/sharp-/;

/** Returns the paths of the given packages and of all their direct and indirect dependencies. */
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

/**
 * Resolves a package as Node does: in the `node_modules` folder of the importing package, then in the same
 * folder of each parent folder.
 */
function installedAt(name: string, from: string, packages: LockedPackages): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder}/node_modules/${name}`.replace(/^\//, '');
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}

/** Returns one line for each package whose license is not allowed. */
export function refusedLicences(paths: readonly string[], packages: LockedPackages): string[] {
  return paths.flatMap((path) => {
    const { license } = packages[path]!;
    const name = path.replace(/^.*node_modules\//, '');
    const more = replaceable.test(name) ? ['LGPL-3.0-or-later'] : [];
    return isAllowed(license, [...allowed, ...more]) ? [] : [`${name}: ${license ?? 'no licence'}`];
  });
}

/**
 * Evaluates an SPDX license expression. OR requires one allowed license, and AND requires that all licenses
 * are allowed.
 */
function isAllowed(licence = '', known: readonly string[]): boolean {
  const alternatives = licence.replace(/[()]/g, '').split(' OR ');
  return alternatives.some((each) => each.split(' AND ').every((part) => known.includes(part)));
}
