import {
  appendFileSync,
  chownSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type PostgresServer, startPostgres } from '@storewright/embedded-postgres';
import { Client } from 'pg';
import type { OwnPostgres } from './own-postgres';
import type { TestDatabase } from './test-database';
import { until } from './until';

/** A streaming replica of a Postgres server, which is read-only until a test promotes it. */
export class StandbyPostgres implements TestDatabase {
  private checkpointer: number | undefined;

  private constructor(
    private readonly server: PostgresServer,
    private readonly primary: OwnPostgres,
  ) {}

  static async of(primary: OwnPostgres): Promise<StandbyPostgres> {
    const dataDirectory = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-standby-'));
    await copied(primary, dataDirectory);
    const { hostname, port, username, password } = new URL(primary.administratorUrl);
    const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
    // Stores `primary_conninfo` in the configuration file, because `disconnect` could not change a
    // command-line setting.
    const [major] = readdirSync(dataDirectory).filter((name) => /^\d+$/.test(name));
    appendFileSync(join(dataDirectory, major!, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
    const server = await startPostgres({
      ...{ dataDirectory, durable: false },
      settings: { wal_retrieve_retry_interval: '100ms' },
    });
    return new StandbyPostgres(server, primary);
  }

  get administratorUrl(): string {
    return this.server.url();
  }

  url(role: 'auth' | 'shop' | 'hooks'): string {
    return Object.assign(new URL(this.primary.url(role)), { port: String(this.server.port) }).href;
  }

  /** Pauses the replay of the write-ahead log. The replica still receives data. */
  async pause(): Promise<void> {
    await this.query('SELECT pg_wal_replay_pause()');
    // `pg_wal_replay_pause()` only requests the pause, so the replay can continue for a moment.
    await until('replay is paused', async () => {
      const [row] = await this.query<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state');
      return row!.state === 'paused';
    });
  }

  async resume(): Promise<void> {
    await this.query('SELECT pg_wal_replay_resume()');
  }

  async catchUp(): Promise<void> {
    const [written] = await this.primary.query<{ lsn: string }>('SELECT pg_current_wal_flush_lsn() AS lsn');
    await until('the standby has caught up', async () => {
      const text = 'SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn AS is_there';
      const [row] = await this.query<{ is_there: boolean }>(text, [written!.lsn]);
      return row!.is_there;
    });
  }

  /** Stops streaming, so that the replica misses later writes of the primary. */
  async disconnect(): Promise<void> {
    await this.query(`ALTER SYSTEM SET primary_conninfo = ''`);
    await this.query('SELECT pg_reload_conf()');
    await until('nothing is received', async () => {
      const receivers = await this.query('SELECT FROM pg_stat_wal_receiver');
      return receivers.length === 0;
    });
  }

  /**
   * Promotes the replica to a primary. Suspends the checkpointer process, so that the checkpoint after the
   * promotion waits for `resumeCheckpoints`.
   */
  async promote(): Promise<void> {
    const text = `SELECT pid FROM pg_stat_activity WHERE backend_type = 'checkpointer'`;
    const [checkpointer] = await this.query<{ pid: number }>(text);
    this.checkpointer = checkpointer!.pid;
    process.kill(this.checkpointer, 'SIGSTOP');
    await this.query('SELECT pg_promote(true, 60)');
  }

  resumeCheckpoints(): void {
    if (this.checkpointer !== undefined) process.kill(this.checkpointer, 'SIGCONT');
    this.checkpointer = undefined;
  }

  async kill(): Promise<void> {
    const gone = new Promise<void>((resolve) => this.server.onExit(() => resolve()));
    // Sends SIGQUIT, which requests an immediate shutdown of Postgres. SIGKILL would leave child processes of
    // the server running.
    process.kill(this.server.pid, 'SIGQUIT');
    await gone;
  }

  async drop(): Promise<void> {
    this.resumeCheckpoints();
    await this.server.stop();
    rmSync(this.server.dataDirectory, { recursive: true, force: true });
  }

  async query<R extends object>(text: string, values?: unknown[]): Promise<R[]> {
    const client = new Client({ connectionString: this.administratorUrl });
    await client.connect();
    const { rows } = await client.query<R>(text, values);
    await client.end();
    return rows;
  }
}

async function copied(primary: OwnPostgres, folder: string): Promise<void> {
  const client = new Client({ connectionString: primary.administratorUrl });
  await client.connect();
  await client.query(`SELECT pg_backup_start('standby', true)`);
  const major = readdirSync(primary.dataDirectory).find((name) => /^\d+$/.test(name))!;
  const [from, to] = [join(primary.dataDirectory, major), join(folder, major)];
  const { uid, gid } = statSync(from);
  // Omits `postmaster.pid` and `postmaster.opts` of the running server. Files can disappear during the copy,
  // because Postgres recovery handles missing files.
  cpSync(from, to, { recursive: true, filter: (path) => !/^postmaster\.(pid|opts)$/.test(basename(path)) });
  cpSync(`${from}.superuser.json`, `${to}.superuser.json`);
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  writeFileSync(join(to, 'backup_label'), rows[0]!.labelfile);
  writeFileSync(join(to, 'standby.signal'), '');
  for (const path of ['', ...(readdirSync(to, { recursive: true }) as string[])])
    chownSync(join(to, path), uid, gid);
}
