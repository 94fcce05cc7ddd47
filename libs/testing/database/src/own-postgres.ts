import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresOptions, type PostgresServer, startPostgres } from '@storewright/embedded-postgres';
import { migrate, urlAs } from '@storewright/schema';
import { freePort } from './free-ports';
import type { TestDatabase } from './test-database';
import { Client } from 'pg';

export const ownPasswords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };

export interface OwnPostgresOptions {
  /** If true, each commit waits for the disk (fsync), so that killing the server loses no data. */
  durable?: boolean;
  /** Data folder of the Postgres server. Defaults to a new folder. */
  dataDirectory?: string;
  settings?: Record<string, string>;
  /** Folder of the installed PostgreSQL. Defaults to the npm package. */
  installation?: string | undefined;
  /** Password of the administrator. Defaults to a random password. */
  password?: string | undefined;
  /** Creates the database roles and the schema. Defaults to the current migrations. */
  prepare?: (administratorUrl: string) => Promise<unknown>;
}

const migrated = (administratorUrl: string) =>
  migrate({ auth: administratorUrl, shop: administratorUrl }, ownPasswords);

/** A migrated database on a dedicated Postgres server that a test can stop, kill and restart. */
export class OwnPostgres implements TestDatabase {
  private constructor(
    private server: PostgresServer,
    private readonly options: Omit<PostgresOptions, 'dataDirectory' | 'environment'>,
  ) {}

  static async start({
    dataDirectory,
    durable = false,
    settings,
    installation,
    password,
    prepare = migrated,
  }: OwnPostgresOptions = {}): Promise<OwnPostgres> {
    const options = { durable, installation, password, ...(settings && { settings }) };
    const folder = dataDirectory ?? mkdtempSync(join(realpathSync(tmpdir()), 'storewright-own-'));
    let server: PostgresServer | undefined;
    try {
      // Uses a fixed port outside the ephemeral range, so that the port stays free while the Postgres server
      // is stopped.
      server = await startPostgres({ dataDirectory: folder, port: await freePort(), ...options });
      await prepare(server.url());
      return new OwnPostgres(server, options);
    } catch (error) {
      await server?.stop();
      if (dataDirectory === undefined) rmSync(folder, { recursive: true, force: true });
      throw error;
    }
  }

  get administratorUrl(): string {
    return this.server.url();
  }

  url(role: 'auth' | 'shop' | 'hooks'): string {
    return urlAs(this.server.url(), role, ownPasswords);
  }

  async query<R extends object>(text: string, values?: unknown[]): Promise<R[]> {
    const client = new Client({ connectionString: this.administratorUrl });
    // Ignores the error event of a lost connection, which would crash the process without a listener. The
    // running statement rejects as well.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<R>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  get dataDirectory(): string {
    return this.server.dataDirectory;
  }

  stop(): Promise<void> {
    return this.server.stop();
  }

  /** Sends SIGKILL to all Postgres processes at the same time, so that no process can finish its work. */
  async kill(): Promise<void> {
    const backends = await this.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    );
    const gone = new Promise<void>((resolve) => this.server.onExit(() => resolve()));
    for (const pid of [this.server.pid, ...backends.map((each) => each.pid)])
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has already ended.
      }
    await gone;
  }

  /**
   * Sends SIGSTOP to the postmaster process of Postgres. Open connections keep working, and new connections
   * are accepted but get no response.
   */
  suspend(): void {
    process.kill(this.server.pid, 'SIGSTOP');
  }

  resume(): void {
    process.kill(this.server.pid, 'SIGCONT');
  }

  /**
   * Restarts the Postgres server at the same address. `environment` sets environment variables of the server.
   */
  async startAgain(environment?: Record<string, string>): Promise<void> {
    const { dataDirectory, port } = this.server;
    this.server = await startPostgres({ dataDirectory, port, environment, ...this.options });
  }

  async drop(): Promise<void> {
    await this.server.stop();
    rmSync(this.server.dataDirectory, { recursive: true, force: true });
  }
}
