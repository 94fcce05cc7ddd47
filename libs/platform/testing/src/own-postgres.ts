import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type PostgresServer, startPostgres } from '@storewright/embedded-postgres';
import { migrate, urlAs } from '@storewright/schema';
import type { TestDatabase } from './test-database';
import { Client } from 'pg';

const passwords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };

/** A migrated database on a server of its own, which a test may stop and start. */
export class OwnPostgres implements TestDatabase {
  private constructor(private server: PostgresServer) {}

  static async start(): Promise<OwnPostgres> {
    const dataDirectory = mkdtempSync(join(realpathSync(tmpdir()), 'storewright-own-'));
    const server = await startPostgres({ dataDirectory, durable: false });
    await migrate({ auth: server.url(), shop: server.url() }, passwords);
    return new OwnPostgres(server);
  }

  get administratorUrl(): string {
    return this.server.url();
  }

  url(role: 'auth' | 'shop' | 'hooks'): string {
    return urlAs(this.server.url(), role, passwords);
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

  /** In good order: what is committed stays. */
  stop(): Promise<void> {
    return this.server.stop();
  }

  /** At the same address. */
  async startAgain(): Promise<void> {
    const { dataDirectory, port } = this.server;
    this.server = await startPostgres({ dataDirectory, port, durable: false });
  }

  async drop(): Promise<void> {
    await this.server.stop();
    rmSync(this.server.dataDirectory, { recursive: true, force: true });
  }
}
