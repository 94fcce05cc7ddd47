import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  installedPackage,
  locatePackage,
  runnableBinaries,
  type PostgresPackage,
  versionIn,
} from './binaries';
import { openDataFolder, type DataFolder } from './data-folder';
import { isRoot } from './server-user';

/**
 * Each test uses a copy of the npm package without its symbolic links, as `npm ci --ignore-scripts` installs
 * it.
 */
describe('runnableBinaries', () => {
  let root: string;
  let folder: DataFolder;
  let pkg: PostgresPackage;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'storewright-binaries-'));
    chmodSync(root, 0o755);
    folder = openDataFolder(join(root, 'data'), '18');
    const original = locatePackage();
    pkg = { ...original, native: join(root, 'package/native') };
    cpSync(original.native, pkg.native, { recursive: true, verbatimSymlinks: true });
    const links = JSON.parse(readFileSync(join(pkg.native, 'pg-symlinks.json'), 'utf8')) as {
      target: string;
    }[];
    for (const { target } of links) rmSync(join(root, 'package', target), { force: true });
  });

  afterEach(() => rmSync(root, { recursive: true, force: true }));

  const initdbRuns = (native: string) =>
    spawnSync(join(native, 'bin/initdb'), ['--version'], { ...folder.user, cwd: '/', env: {} }).status === 0;

  it('returns the folder of the npm package after creating missing symbolic links', () => {
    expect(initdbRuns(pkg.native)).toBe(false);
    expect(runnableBinaries(pkg, folder)).toBe(pkg.native);
    expect(initdbRuns(pkg.native)).toBe(true);
  });

  const whenRoot = isRoot() ? it : it.skip;
  whenRoot("returns a copy if the server's user cannot enter the package (runs only as root)", () => {
    chmodSync(join(root, 'package'), 0o700);
    const copy = runnableBinaries(pkg, folder);
    expect(copy).toBe(join(root, 'data', `postgresql-${pkg.version}`));
    expect(initdbRuns(copy)).toBe(true);
    expect(runnableBinaries(pkg, folder)).toBe(copy);
  });

  whenRoot('returns a copy if npm installed the package with umask 077 (runs only as root)', () => {
    spawnSync('chmod', ['-R', 'go=', pkg.native]);
    expect(initdbRuns(runnableBinaries(pkg, folder))).toBe(true);
    expect(readdirSync(folder.home)).toEqual([`postgresql-${pkg.version}`]);
  });
});

it.each([
  ['postgres (PostgreSQL) 18.4', '18.4'],
  ['postgres (PostgreSQL) 18.4 (Debian 18.4-1.pgdg12+1)', '18.4'],
  ['postgres (PostgreSQL) 19beta1', '19beta1'],
])('versionIn() returns the version in %s', (said, version) => {
  expect(versionIn(said)).toBe(version);
});

it('installedPackage() throws an error that names the folder if the folder contains no PostgreSQL', () => {
  expect(() => installedPackage('/nowhere')).toThrow('the PostgreSQL in /nowhere does not run (');
});
