import { chmod, chown, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

/** Empty in a backup: the log comes from the archive, and the rest is about the server that runs. */
const left = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_subtrans',
  'pg_stat_tmp',
]);
const leftOut = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*)$/;

/**
 * Copies the data directory of a server that goes on working, as `pg_basebackup` does, which the bundled PostgreSQL does not have: the server is told, the files are
 * copied while they change, and what the server says at the end makes them whole with its log. Returns the bytes that were copied.
 */
export async function baseBackup(connectionString: string, cluster: string, to: string): Promise<number> {
  // One session from the beginning to the end.
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('drill', fast => true)`);
    const bytes = await copied(cluster, to);
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => true)',
    );
    await writeFile(join(to, 'backup_label'), rows[0]!.labelfile);
    return bytes;
  } finally {
    await client.end();
  }
}

/** With owners and rights; a file that went away meanwhile is not needed. */
export async function copied(from: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true });
  await sameRights(from, to);
  let bytes = 0;
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (leftOut.test(entry.name)) continue;
    if (!entry.isDirectory()) bytes += await copiedFile(source, target);
    else if (!left.has(entry.name)) bytes += await copied(source, target);
    else {
      await mkdir(target);
      await sameRights(source, target);
    }
  }
  return bytes;
}

async function copiedFile(from: string, to: string): Promise<number> {
  try {
    await copyFile(from, to);
    await sameRights(from, to);
    return (await stat(to)).size;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 0;
    throw error;
  }
}

async function sameRights(from: string, to: string): Promise<void> {
  const { mode, uid, gid } = await stat(from);
  await chmod(to, mode & 0o777);
  if (process.getuid?.() === 0) await chown(to, uid, gid);
}
