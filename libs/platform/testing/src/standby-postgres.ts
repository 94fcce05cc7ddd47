import {
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
import { until } from './until';

/** A server that follows another one by streaming, and answers what only reads. */
export class StandbyPostgres {
  private constructor(
    private readonly server: PostgresServer,
    private readonly primary: OwnPostgres,
  ) {}

  /** From a copy of the primary's files, made while it runs. */
  static async of(primary: OwnPostgres): Promise<StandbyPostgres> {
    const dataDirectory = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-standby-'));
    await copied(primary, dataDirectory);
    const { hostname, port, username, password } = new URL(primary.administratorUrl);
    const conninfo = `host=${hostname} port=${port} user=${username} password=${password}`;
    const server = await startPostgres({
      ...{ dataDirectory, durable: false },
      settings: { primary_conninfo: conninfo, wal_retrieve_retry_interval: '100ms' },
    });
    return new StandbyPostgres(server, primary);
  }

  /** As the primary's, at this server. */
  url(role: 'auth' | 'shop' | 'hooks'): string {
    return Object.assign(new URL(this.primary.url(role)), { port: String(this.server.port) }).href;
  }

  /** What is written from now on is received and not seen. */
  async pause(): Promise<void> {
    await this.run('SELECT pg_wal_replay_pause()');
    // It only asks for it.
    await until('replay is paused', async () => {
      const [row] = await this.run<{ state: string }>('SELECT pg_get_wal_replay_pause_state() AS state');
      return row!.state === 'paused';
    });
  }

  async resume(): Promise<void> {
    await this.run('SELECT pg_wal_replay_resume()');
  }

  /** At once: connections break in the middle of what they do. */
  async kill(): Promise<void> {
    const gone = new Promise<void>((resolve) => this.server.onExit(() => resolve()));
    // An immediate shutdown; after a SIGKILL its children would live on.
    process.kill(this.server.pid, 'SIGQUIT');
    await gone;
  }

  async drop(): Promise<void> {
    await this.server.stop();
    rmSync(this.server.dataDirectory, { recursive: true, force: true });
  }

  private async run<R extends object>(text: string): Promise<R[]> {
    const client = new Client({ connectionString: this.server.url() });
    await client.connect();
    const { rows } = await client.query<R>(text);
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
  // A file may go while it is copied, which recovery knows of; those of the running server are not of the data.
  cpSync(from, to, { recursive: true, filter: (path) => !/^postmaster\.(pid|opts)$/.test(basename(path)) });
  cpSync(`${from}.superuser.json`, `${to}.superuser.json`);
  const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
  await client.end();
  writeFileSync(join(to, 'backup_label'), rows[0]!.labelfile);
  writeFileSync(join(to, 'standby.signal'), '');
  for (const path of ['', ...(readdirSync(to, { recursive: true }) as string[])])
    chownSync(join(to, path), uid, gid);
}
