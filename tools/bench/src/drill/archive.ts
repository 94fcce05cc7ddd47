import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OwnPostgres, until } from '@storewright/testing';
import { archiveCommand } from './archive-command';
import { baseBackup, copyFolder } from './base-backup';

export const moment = 'drill';

/** Base backup and write-ahead log archive of a Postgres server, with the settings in docs/backup.md. */
export class Archive {
  private readonly folder = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-drill-'));
  private readonly log = join(this.folder, 'wal');
  private readonly backup = join(this.folder, 'base');

  constructor() {
    mkdirSync(this.log);
    // Makes the folders accessible, because Postgres runs as a different user if this process runs as root.
    for (const folder of [this.folder, this.log]) chmodSync(folder, 0o777);
  }

  get settings(): Record<string, string> {
    return {
      wal_level: 'replica',
      archive_mode: 'on',
      archive_command: archiveCommand(this.log),
      archive_timeout: '1s',
      restore_command: `cp ${this.log}/%f %p`,
      recovery_target_name: moment,
      recovery_target_action: 'promote',
      // Rejects connections during recovery.
      hot_standby: 'off',
    };
  }

  get files(): number {
    return readdirSync(this.log).length;
  }

  takeBase(postgres: OwnPostgres): Promise<number> {
    return baseBackup(postgres.administratorUrl, clusterOf(postgres), this.backup);
  }

  async hasAllUntilNow(postgres: OwnPostgres): Promise<void> {
    const [now] = await postgres.query<{ file: string }>(
      'SELECT pg_walfile_name(pg_current_wal_lsn()) AS file',
    );
    await until('the log is archived', async () => {
      const [row] = await postgres.query<{ done: boolean }>(
        'SELECT coalesce(last_archived_wal >= $1, false) AS done FROM pg_stat_archiver',
        [now!.file],
      );
      return row!.done;
    });
  }

  /**
   * Replaces the data directory with the base backup, as after a disk failure, and starts the Postgres
   * server.
   */
  async restore(postgres: OwnPostgres): Promise<void> {
    const cluster = clusterOf(postgres);
    await rename(cluster, join(postgres.dataDirectory, 'lost'));
    await copyFolder(this.backup, cluster);
    const signal = join(cluster, 'recovery.signal');
    await writeFile(signal, '');
    const { uid, gid } = await stat(cluster);
    for (const file of [signal, join(cluster, 'backup_label')])
      if (process.getuid?.() === 0) await chown(file, uid, gid);
    await postgres.startAgain();
  }

  async isAtMoment(postgres: OwnPostgres): Promise<boolean> {
    const log = await readFile(`${clusterOf(postgres)}.log`, 'utf8');
    return log.includes(`recovery stopping at restore point "${moment}"`);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function clusterOf({ dataDirectory }: OwnPostgres): string {
  return join(
    dataDirectory,
    readdirSync(dataDirectory).find((name) => /^\d+$/.test(name))!,
  );
}
