import { chmod, chown, copyFile, mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';

/**
 * Directories whose files a base backup omits. The write-ahead log archive already contains `pg_wal`. Files
 * in the other directories are valid only while the server runs.
 */
const emptyDirectories = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_subtrans',
  'pg_stat_tmp',
]);
const excludedFiles = /^(postmaster\.(pid|opts)|pgsql_tmp.*|pg_internal\.init.*)$/;

/**
 * Copies the data directory of a running Postgres server, because the bundled PostgreSQL has no
 * `pg_basebackup`. Files change during the copy, and recovery makes them consistent with the backup label.
 * Returns the number of copied bytes.
 */
export async function baseBackup(connectionString: string, cluster: string, to: string): Promise<number> {
  // Uses one database session, because pg_backup_start and pg_backup_stop must run in the same session.
  const client = new Client({ connectionString });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('drill', fast => true)`);
    const bytes = await copyFolder(cluster, to);
    const { rows } = await client.query<{ labelfile: string }>(
      'SELECT labelfile FROM pg_backup_stop(wait_for_archive => true)',
    );
    await writeFile(join(to, 'backup_label'), rows[0]!.labelfile);
    return bytes;
  } finally {
    await client.end();
  }
}

/**
 * Copies files with their owners and modes. Ignores files that disappear during the copy, which recovery does
 * not need.
 */
export async function copyFolder(from: string, to: string): Promise<number> {
  await mkdir(to, { recursive: true });
  await sameRights(from, to);
  let bytes = 0;
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (excludedFiles.test(entry.name)) continue;
    if (!entry.isDirectory()) bytes += await copyOneFile(source, target);
    else if (!emptyDirectories.has(entry.name)) bytes += await copyFolder(source, target);
    else {
      await mkdir(target);
      await sameRights(source, target);
    }
  }
  return bytes;
}

async function copyOneFile(from: string, to: string): Promise<number> {
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
