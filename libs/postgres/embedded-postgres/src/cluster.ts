import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { DataFolder } from './data-folder';
import { processEnvironment } from './environment';
import { reasonsIn } from './log-lines';
import { PostgresStartError } from './start-error';

export interface Credentials {
  user: string;
  password: string;
}

export interface ClusterOptions {
  durable: boolean;
  password?: string | undefined;
}

/**
 * Creates the Postgres data directory if it is missing, and returns the credentials of the superuser. With
 * `durable: false`, does not wait until the data is on disk.
 */
export async function openCluster(
  folder: DataFolder,
  native: string,
  { durable, password }: ClusterOptions,
): Promise<Credentials> {
  removeLeftovers(folder);
  const credentials = credentialsOf(folder, password);
  if (!existsSync(folder.cluster)) await initdb(folder, native, credentials, durable);
  return credentials;
}

/**
 * Returns the stored credentials of the superuser, or stores new credentials. Stores them before initdb runs,
 * so that a killed process cannot leave data without a password.
 */
function credentialsOf(folder: DataFolder, password = randomBytes(24).toString('base64url')): Credentials {
  if (!existsSync(folder.credentials)) {
    if (existsSync(folder.cluster)) {
      throw new PostgresStartError(
        `${folder.credentials}, which holds the superuser of ${folder.cluster}, is missing: restore it from a backup`,
      );
    }
    writeNew(folder.credentials, { user: 'postgres', password });
  }
  const text = readFileSync(folder.credentials, 'utf8');
  try {
    return JSON.parse(text) as Credentials;
  } catch (cause) {
    throw new PostgresStartError(`${folder.credentials} is damaged: restore it from a backup`, { cause });
  }
}

/**
 * Creates the file with the credentials atomically. If two processes start at the same time, both use the
 * first file.
 */
function writeNew(path: string, credentials: Credentials): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify(credentials), { mode: 0o600 });
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

const workPrefix = (folder: DataFolder) => `${folder.major}.initdb-`;

/**
 * Runs initdb in a temporary folder and renames the complete result, so that a killed process leaves no
 * partial data directory behind.
 */
async function initdb(
  folder: DataFolder,
  native: string,
  credentials: Credentials,
  durable: boolean,
): Promise<void> {
  const work = join(folder.home, `${workPrefix(folder)}${process.pid}`);
  const [cluster, passwordFile] = [join(work, 'data'), join(work, 'password')];
  try {
    mkdirSync(work, { mode: 0o700 });
    writeFileSync(passwordFile, credentials.password, { mode: 0o600 });
    if (folder.user)
      for (const path of [work, passwordFile]) chownSync(path, folder.user.uid, folder.user.gid);
    const login = ['--username', credentials.user, '--pwfile', passwordFile, '--auth=scram-sha-256'];
    // Uses the builtin locale, which is part of Postgres and folds case beyond ASCII. Some systems lack the
    // locale C.UTF-8 of the C library.
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
    const args = ['--pgdata', cluster, ...login, ...locale, ...(durable ? [] : ['--no-sync'])];
    const options = { ...folder.user, cwd: folder.home, env: processEnvironment() };
    await promisify(execFile)(join(native, 'bin', 'initdb'), args, options);
    renameSync(cluster, folder.cluster);
  } catch (error) {
    throw initdbError(folder, error);
  } finally {
    rmSync(work, { recursive: true, force: true, maxRetries: 3 });
  }
}

function initdbError({ home }: DataFolder, error: unknown): PostgresStartError {
  const { stderr = '', message, code } = error as NodeJS.ErrnoException & { stderr?: string };
  const reason =
    code === 'ENOTEMPTY' || code === 'EEXIST' // Another process renamed its data directory first.
      ? 'another process is creating it, wait until it is ready'
      : reasonsIn(stderr)[0] || message;
  return new PostgresStartError(`cannot set up a database in ${home}: ${reason}`, { cause: error });
}

/**
 * Removes temporary folders of killed processes. A folder with the id of this process is also stale, because
 * the operating system reuses process ids.
 */
function removeLeftovers(folder: DataFolder): void {
  for (const name of readdirSync(folder.home)) {
    if (!name.startsWith(workPrefix(folder))) continue;
    const pid = Number(name.slice(workPrefix(folder).length));
    if (pid === process.pid || !isAlive(pid))
      rmSync(join(folder.home, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
