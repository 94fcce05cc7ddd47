import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresOptions, type PostgresServer, startPostgres } from '@storewright/embedded-postgres';
import { migrate, urlAs } from '@storewright/schema';
import { freePort } from './free-ports';
import type { TestDatabase } from './test-database';
import { Client } from 'pg';

/** Of the platform's roles. */
export const ownPasswords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };

export interface OwnPostgresOptions {
  /** Waits for the disk before it acknowledges, so that it may be killed and nothing is lost. */
  durable?: boolean;
  /** A folder of its own; absent: a new one. */
  dataDirectory?: string;
  /** Of postgresql.conf, by name. */
  settings?: Record<string, string>;
  /** The folder of a PostgreSQL that is installed here; absent: the one that npm brought along. */
  installation?: string | undefined;
  /** Of its administrator; absent: nobody else's. */
  password?: string | undefined;
  /** Makes its roles and schema, as another version does it; absent: as this one does. */
  prepare?: (administratorUrl: string) => Promise<unknown>;
}

/** As this version does it. */
const migrated = (administratorUrl: string) =>
  migrate({ auth: administratorUrl, shop: administratorUrl }, ownPasswords);

/** A migrated database on a server of its own, which a test may stop, kill and start. */
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
      // Nothing else may bind the port while the server is stopped.
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
    // The statement fails with it; without a listener the process would, too.
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<R>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /** Where its data is. */
  get dataDirectory(): string {
    return this.server.dataDirectory;
  }

  /** In good order: what is committed stays. */
  stop(): Promise<void> {
    return this.server.stop();
  }

  /** SIGKILL to every process of the server at once: none of them can finish what it was about to do. */
  async kill(): Promise<void> {
    const backends = await this.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    );
    const gone = new Promise<void>((resolve) => this.server.onExit(() => resolve()));
    for (const pid of [this.server.pid, ...backends.map((each) => each.pid)])
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It has ended meanwhile.
      }
    await gone;
  }

  /** Stops the postmaster with SIGSTOP: open connections work, new ones are accepted and stay silent. */
  suspend(): void {
    process.kill(this.server.pid, 'SIGSTOP');
  }

  resume(): void {
    process.kill(this.server.pid, 'SIGCONT');
  }

  /** At the same address. `environment`: variables of its processes. */
  async startAgain(environment?: Record<string, string>): Promise<void> {
    const { dataDirectory, port } = this.server;
    this.server = await startPostgres({ dataDirectory, port, environment, ...this.options });
  }

  async drop(): Promise<void> {
    await this.server.stop();
    rmSync(this.server.dataDirectory, { recursive: true, force: true });
  }
}
