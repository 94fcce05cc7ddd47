import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import { isRoot, mayEnter, serverUser, type ServerUser } from './server-user';
import { PostgresStartError } from './start-error';

/**
 * Paths of one Postgres server in a data folder. Each name contains the major version of Postgres, because
 * other major versions cannot open the data.
 */
export interface DataFolder {
  home: string;
  major: string;
  cluster: string;
  log: string;
  credentials: string;
  user: ServerUser | undefined;
}

/**
 * Creates the data folder if it is missing. Throws if the current user or the major version of Postgres
 * cannot use the folder.
 */
export function openDataFolder(dataDirectory: string, major: string): DataFolder {
  const home = resolve(dataDirectory);
  makeHome(home);
  let folder = folderAt(home, major);
  if (folder.user && !mayEnter(folder.user, home)) {
    removeIfEmpty(home);
    folder = folderAt(systemFolder(home), major);
    makeHome(folder.home);
  }
  checkMajor(folder);
  checkCluster(folder);
  return folder;
}

function folderAt(home: string, major: string): DataFolder {
  const cluster = join(home, major);
  return {
    home,
    major,
    cluster,
    log: join(home, `${major}.log`),
    credentials: join(home, `${major}.superuser.json`),
    user: serverUser(cluster),
  };
}

/**
 * Returns an alternative data folder if root requested a folder that the user of the server cannot enter,
 * such as a folder below a private /root.
 */
function systemFolder(home: string): string {
  return `/var/lib/storewright-${createHash('sha256').update(home).digest('hex').slice(0, 12)}`;
}

function makeHome(home: string): void {
  mkdirSync(home, { recursive: true });
  // If root starts the server, the server runs as a different user. That user can enter this folder but
  // cannot list or change its content.
  chmodSync(home, isRoot() ? 0o711 : 0o700);
  accessSync(home, constants.W_OK);
}

function removeIfEmpty(folder: string): void {
  try {
    rmdirSync(folder);
  } catch {
    // Keeps a folder with other files.
  }
}

/**
 * Throws if the folder contains data of a different major version of Postgres. A new, empty database would
 * look like a loss of data.
 */
function checkMajor({ home, cluster, major }: DataFolder): void {
  if (existsSync(cluster)) return;
  const other = readdirSync(home).find(
    (name) => /^\d+$/.test(name) && existsSync(join(home, name, 'PG_VERSION')),
  );
  if (other) throw madeBy(other, join(home, other), major);
}

function checkCluster({ cluster, major }: DataFolder): void {
  if (!existsSync(cluster)) return;
  const owner = statSync(cluster).uid;
  if (!isRoot() && process.getuid && owner !== process.getuid()) {
    throw new PostgresStartError(
      `the data folder ${cluster} belongs to the user with id ${owner}: start as that user, or choose another folder`,
    );
  }
  const version = versionOf(cluster);
  if (version !== major && /^\d+$/.test(version)) throw madeBy(version, cluster, major);
  if (version !== major) {
    throw new PostgresStartError(
      `the data folder ${cluster} is broken (no readable PG_VERSION): ` +
        'restore it from a backup, or move it away to start empty',
    );
  }
}

function versionOf(cluster: string): string {
  try {
    return readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  } catch {
    return '';
  }
}

function madeBy(version: string, path: string, major: string): PostgresStartError {
  return new PostgresStartError(
    `the data in ${path} was created by PostgreSQL ${version}, but this is PostgreSQL ${major}: ` +
      `dump it with ${version} and restore it, or choose another folder`,
  );
}
