import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresStartError } from './start-error';

/**
 * Throws if a server already uses the data directory. Removes a lock file whose process id now belongs to a
 * different program, because Postgres would mistake that program for a server. Postgres itself removes the
 * lock file of a dead process.
 *
 * Line 1 of the file is the process id, line 2 is the data directory
 * (https://www.postgresql.org/docs/18/storage-file-layout.html, postmaster.pid).
 */
export function settleLockFile(cluster: string): void {
  const path = join(cluster, 'postmaster.pid');
  if (!existsSync(path)) return;
  const [pid = '', writtenFor = ''] = readFileSync(path, 'utf8').split('\n');
  const command = Number(pid) > 0 ? commandOf(Number(pid)) : '';
  if (command === undefined) return;
  if (isServerOn(writtenFor, command)) {
    throw new PostgresStartError(`PostgreSQL is already running on ${cluster}, pid ${pid}: stop it first`);
  }
  rmSync(path, { force: true });
}

/**
 * True if the command line belongs to the main process of a Postgres server on this folder. `folder` must be
 * spelled as in the command line. Child processes have titles such as `postgres: checkpointer`.
 */
function isServerOn(folder: string, command: string): boolean {
  const isServer = /^(\S*\/)?(postgres|postmaster)( |$)/.test(command) || command.includes('/postgres -D ');
  const isOfAnother = / -D \//.test(command) && !command.includes(` -D ${folder} `);
  return isServer && !isOfAnother;
}

/**
 * Returns the command line of a process, with arguments separated by spaces. Returns an empty string for a
 * zombie process, and undefined if the command line is unknown.
 */
function commandOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux') {
      return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    }
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return undefined;
  }
}
