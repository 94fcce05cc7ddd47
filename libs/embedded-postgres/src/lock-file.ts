import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { PostgresStartError } from './start-error';

/**
 * Refuses a cluster on which a server runs, and removes a lock file whose process number now belongs to some other program:
 * Postgres itself would take that program for a server. A lock file of a dead process is left to Postgres, which removes it
 * without a race (https://www.postgresql.org/docs/18/storage-file-layout.html, postmaster.pid: line 1 is the process number).
 */
export function settleLockFile(cluster: string): void {
  const path = join(cluster, 'postmaster.pid');
  const pid = Number(firstLine(path));
  if (Number.isNaN(pid)) return;
  const command = pid > 0 ? commandOf(pid) : '';
  if (command === undefined) return;
  if (isServerOf(cluster, command)) {
    throw new PostgresStartError(`PostgreSQL is already running on ${cluster}, pid ${pid}: stop it first`);
  }
  rmSync(path, { force: true });
}

function firstLine(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').split('\n')[0];
  } catch {
    return undefined;
  }
}

/** The main process of a server on this cluster; its children call themselves `postgres: …`. */
function isServerOf(cluster: string, command: string): boolean {
  const isServer =
    /^(\S*\/)?(postgres|postmaster)( |$)/.test(command) || command.includes('/bin/postgres -D');
  const isOfAnother = / -D \//.test(command) && !command.includes(` -D ${cluster} `);
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
