import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresServer, startPostgres } from '@storewright/embedded-postgres';
import { migrate, urlAs } from '@storewright/schema';
import { Client } from 'pg';

const passwords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };

/** A migrated database on a server of its own that waits for the disk before it acknowledges, and that may be killed. */
export class DurableDatabase {
  private constructor(private server: PostgresServer) {}

  static async start(): Promise<DurableDatabase> {
    const dataDirectory = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-durable-'));
    const server = await startPostgres({ dataDirectory, durable: true });
    await migrate({ auth: server.url(), shop: server.url() }, passwords);
    return new DurableDatabase(server);
  }

  get administratorUrl(): string {
    return this.server.url();
  }

  url(role: 'auth' | 'shop' | 'hooks'): string {
    return urlAs(this.server.url(), role, passwords);
  }

  /** SIGKILL to every process of the server at once: none of them can finish what it was about to do. */
  async kill(): Promise<void> {
    const client = new Client({ connectionString: this.server.url() });
    client.on('error', () => undefined);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
    );
    const gone = new Promise<void>((resolve) => this.server.onExit(() => resolve()));
    for (const pid of [this.server.pid, ...rows.map((row) => row.pid)]) process.kill(pid, 'SIGKILL');
    await gone;
    await client.end().catch(() => undefined);
  }

  /** At the same address, after recovery. */
  async startAgain(): Promise<void> {
    const { dataDirectory, port } = this.server;
    this.server = await startPostgres({ dataDirectory, port, durable: true });
  }

  async remove(): Promise<void> {
    await this.server.stop();
    rmSync(this.server.dataDirectory, { recursive: true });
  }
}
