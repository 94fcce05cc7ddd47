/**
 * Stores the temporary files of a test run in memory if enough memory is free. Each spec file creates and
 * drops a database of a thousand files, which takes several times the CPU time on a disk.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

const memory = '/dev/shm';
const gib = 2 ** 30;

/**
 * Creates a folder in memory, which is removed when this process exits, even after a signal. Returns
 * undefined if too little memory is free or TMPDIR is set.
 */
export function scratchInMemory() {
  if (process.env.TMPDIR || !existsSync('/proc/mounts')) return undefined;
  const mounts = readFileSync('/proc/mounts', 'utf8');
  if (!isEnough({ mounts, room: roomIn(memory), available: process.availableMemory() })) return undefined;
  const folder = mkdtempSync(join(memory, 'storewright-run-'));
  // Lets other users enter the folder, because Postgres runs as a different user if this process runs as
  // root.
  chmodSync(folder, 0o711);
  removeAfterUs(folder);
  return folder;
}

/**
 * True if enough memory is free for the temporary files. `mounts` is the text of /proc/mounts. `room` is the
 * number of free bytes in the folder, and `available` is the number of free bytes in memory.
 */
export function isEnough({ mounts, room, available }) {
  const options = new RegExp(`^\\S+ ${memory} tmpfs (\\S+)`, 'm').exec(mounts)?.[1].split(',') ?? [];
  return options.includes('rw') && !options.includes('noexec') && room >= 4 * gib && available >= 8 * gib;
}

function roomIn(folder) {
  if (!existsSync(folder)) return 0;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Starts a shell that removes the folder when this process exits, because the standard input of the shell
 * then closes.
 */
function removeAfterUs(folder) {
  const words = ['-c', 'read -r _; rm -rf "$1"', 'sh', folder];
  const guard = spawn('/bin/sh', words, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
  guard.unref();
  guard.stdin.unref();
}
