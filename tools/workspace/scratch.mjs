/**
 * Where a run keeps what it throws away: in memory, where the system has a folder there with enough room. Each spec file makes and drops a database of a thousand
 * files, for which the file system of a disk takes several times the processor time.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const gib = 2 ** 30;

/** A new folder in memory, which is removed when this process ends, also where a signal ends it; undefined where there is none, or the environment names a folder. */
export function scratchInMemory() {
  if (process.env.TMPDIR || !existsSync('/proc/mounts')) return undefined;
  const mounts = readFileSync('/proc/mounts', 'utf8');
  if (!isEnough({ mounts, room: roomIn(memory), available: process.availableMemory() })) return undefined;
  const folder = mkdtempSync(join(memory, 'storewright-run-'));
  // Root's Postgres runs as another user, who passes through to its data.
  chmodSync(folder, 0o711);
  removeAfterUs(folder);
  return folder;
}

/** `mounts`: /proc/mounts. `room`: in that folder, bytes. `available`: what the system, or the container, has left of memory, bytes. */
export function isEnough({ mounts, room, available }) {
  const options = new RegExp(`^\\S+ ${memory} tmpfs (\\S+)`, 'm').exec(mounts)?.[1].split(',') ?? [];
  return options.includes('rw') && !options.includes('noexec') && room >= 4 * gib && available >= 8 * gib;
}

function roomIn(folder) {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The input of the shell closes when this process ends. */
function removeAfterUs(folder) {
  const words = ['-c', 'read -r _; rm -rf "$1"', 'sh', folder];
  const guard = spawn('/bin/sh', words, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.unref();
  guard.stdin.unref();
}
