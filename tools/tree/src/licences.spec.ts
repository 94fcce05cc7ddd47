import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { committedFiles, read, readJson, root } from '@storewright/workspace';
import { type LockedPackages, neededBy, refusedLicences } from './licences';

const { packages } = readJson<{ packages: LockedPackages }>('package-lock.json');
/** Packages whose manifest names no license, with the license in their license file. */
const licenceFiles: Record<string, string> = { 'node_modules/png-js': 'MIT' };
for (const [path, license] of Object.entries(licenceFiles)) packages[path] = { ...packages[path], license };
const manifest = readJson<Record<string, Record<string, string>> & { license: string }>('package.json');

/** Packages in the built admin panel. Other development dependencies are not distributed. */
const panel = committedFiles()
  .filter((file) => /^apps\/admin\/src\/.*(?<!\.spec)\.tsx?$/.test(file))
  .flatMap((file) => [...read(file).matchAll(/\b(?:from|import) '((?:@[\w-]+\/)?[\w-]+)/g)])
  .map(([, name]) => name!);

/** Packages that VitePress builds into the documentation site. */
const site = ['vue', '@vueuse/core', '@vueuse/integrations', 'focus-trap', 'mark.js', 'minisearch'];

/** Packages of the sample app, which developers copy. */
const sample = ['libsql', 'pdfkit'];

/** `@oxc-project/runtime` is in the bundles of the services (build.mjs). */
const shipped = [
  ...Object.keys({ ...manifest['dependencies'], ...manifest['optionalDependencies'] }),
  ...panel,
  '@oxc-project/runtime',
  ...site,
  ...sample,
];

describe('package that operators install', () => {
  const paths = neededBy(shipped, packages);

  it('is checked even if the package is only an indirect dependency', () => {
    const direct = ['@nestjs/core', 'pg', 'react', 'react-aria-components'];
    expect(paths).toEqual(expect.arrayContaining(direct.map((name) => `node_modules/${name}`)));
    expect(paths).toContain('node_modules/pg-protocol');
    expect(paths).not.toContain('node_modules/jest');
  });

  it('has an allowed license', () => {
    expect(refusedLicences(paths, packages)).toEqual([]);
  });
});

it.each(Object.entries(licenceFiles))('%s/LICENSE contains the text of the %s License', (path, licence) => {
  expect(readFileSync(join(root, path, 'LICENSE'), 'utf8')).toMatch(new RegExp(`^${licence} License\n`));
});

describe('refusedLicences()', () => {
  const refused = (license?: string) =>
    refusedLicences(['node_modules/x'], { 'node_modules/x': license === undefined ? {} : { license } });

  it.each(['MIT', '(MIT OR GPL-3.0-only)', 'MIT AND ISC', '(Apache-2.0 AND BSD-3-Clause)'])(
    'accepts the license %s',
    (license) => {
      expect(refused(license)).toEqual([]);
    },
  );

  it.each([
    'GPL-3.0-only',
    'AGPL-3.0',
    'MIT AND GPL-2.0-only',
    'SEE LICENSE IN LICENSE.txt',
    'UNLICENSED',
    '',
  ])('returns package and license for %s', (license) => {
    expect(refused(license)).toEqual([`x: ${license}`]);
  });

  it('accepts the LGPL only for the binaries of sharp', () => {
    const lgpl = { license: 'Apache-2.0 AND LGPL-3.0-or-later' };
    const paths = ['node_modules/@img/sharp-linux-x64', 'node_modules/x'];
    const known = Object.fromEntries(paths.map((path) => [path, lgpl]));
    expect(refusedLicences(paths, known)).toEqual(['x: Apache-2.0 AND LGPL-3.0-or-later']);
  });

  it('returns a package without a license', () => {
    expect(refused()).toEqual(['x: no licence']);
  });

  it('returns a package that is installed only inside a dependency', () => {
    const installed: LockedPackages = {
      'node_modules/@scope/a': { license: 'MIT', dependencies: { b: '1' } },
      'node_modules/b': { license: 'MIT' },
      'node_modules/@scope/a/node_modules/b': { license: 'GPL-3.0-only', optionalDependencies: { c: '1' } },
      'node_modules/c': { license: 'SSPL-1.0' },
    };
    const needed = neededBy(['@scope/a'], installed);
    expect(refusedLicences(needed, installed)).toEqual(['b: GPL-3.0-only', 'c: SSPL-1.0']);
  });
});

it('package.json of this repository declares no license, because its owner has not chosen one', () => {
  expect(manifest.license).toBe('UNLICENSED');
});
