import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresStartError } from './start-error';

/**
 * Refuses a cluster on which a server runs, and removes a lock file whose process number now belongs to some other program:
 * Postgres itself would take that program for a server. A lock file of a dead process is left to Postgres, which removes it
 * without a race (https://www.postgresql.org/docs/18/storage-file-layout.html, postmaster.pid: line 1 is the process number,
 * line 2 the folder).
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

/** The main process of a server on this folder, as that server itself spelled it; its children call themselves `postgres: …`. */
function isServerOn(folder: string, command: string): boolean {
  const isServer = /^(\S*\/)?(postgres|postmaster)( |$)/.test(command) || command.includes('/postgres -D ');
  const isOfAnother = / -D \//.test(command) && !command.includes(` -D ${folder} `);
  return isServer && !isOfAnother;
}

/** Program and arguments with a space between; empty for a process that is dead but not yet collected; absent where unknown. */
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
