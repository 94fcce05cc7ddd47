import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { OwnPostgres, until } from '@storewright/testing';
import { archiveCommand } from './archive-command';

interface Archiver {
  archived: number;
  failed: number;
  last: string | null;
}

describe('the archive_command of docs/backup.md', () => {
  let archive: string;
  let postgres: OwnPostgres;
  beforeAll(async () => {
    archive = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-archive-'));
    chmodSync(archive, 0o777);
    postgres = await OwnPostgres.start({
      settings: { wal_level: 'replica', archive_mode: 'on', archive_command: archiveCommand(archive) },
      prepare: () => Promise.resolve(),
    });
  });
  afterAll(async () => {
    await postgres.drop();
    rmSync(archive, { recursive: true, force: true });
  });

  const archiver = async () =>
    (
      await postgres.query<Archiver>(
        'SELECT archived_count::integer AS archived, failed_count::integer AS failed, last_archived_wal ' +
          'AS last FROM pg_stat_archiver',
      )
    )[0]!;
  /** Completes a file of the write-ahead log and returns its name. */
  async function finishFile(): Promise<string> {
    await postgres.query(`SELECT pg_logical_emit_message(true, 'spec', 'a record')`);
    const text = 'SELECT pg_walfile_name(pg_current_wal_lsn()) AS name';
    const [row] = await postgres.query<{ name: string }>(text);
    await postgres.query('SELECT pg_switch_wal()');
    return row!.name;
  }
  const major = () => readdirSync(postgres.dataDirectory).find((name) => /^\d+$/.test(name))!;
  const archived = (name: string) =>
    until(`${name} is archived`, async () => (await archiver()).last === name);

  it('equals the command that the restore drill uses', () => {
    const page = readFileSync(resolve(__dirname, '../../../../docs/backup.md'), 'utf8');
    expect(page).toContain(`archive_command = '${archiveCommand('/archive')}'`);
  });

  it('accepts an already archived file after a crash, and archives the next file', async () => {
    const name = await finishFile();
    await archived(name);
    await postgres.kill();
    const status = join(postgres.dataDirectory, major(), 'pg_wal/archive_status', name);
    renameSync(`${status}.done`, `${status}.ready`);
    await postgres.startAgain();
    const next = await finishFile();
    await archived(next);
    expect((await archiver()).failed).toBe(0);
  });

  it('fails without changing the archive if an archived file has the same name and different content', async () => {
    const text = 'SELECT pg_walfile_name(pg_current_wal_lsn()) AS name';
    const [row] = await postgres.query<{ name: string }>(text);
    writeFileSync(join(archive, row!.name), 'of another server');
    await finishFile();
    await until('it fails', async () => (await archiver()).failed > 0);
    expect(readFileSync(join(archive, row!.name), 'utf8')).toBe('of another server');
    rmSync(join(archive, row!.name));
    await archived(row!.name);
  });
});
