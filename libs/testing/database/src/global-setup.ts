import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// jest does not resolve @storewright/… packages in a global setup.
// oxlint-disable-next-line @nx/enforce-module-boundaries
import { startPostgres } from '../../../postgres/embedded-postgres/src/index';
import { Client } from 'pg';
import stopTestPostgres from './global-teardown';

/**
 * Starts one Postgres server for the specs of a project and sets TEST_DATABASE_URL (superuser, database
 * `postgres`). If TEST_DATABASE_URL is already set, specs use that server.
 */
export default async function startTestPostgres(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return setKind(process.env.TEST_DATABASE_URL);
  const dataDirectory = mkdtempSync(join(tmpdir(), 'storewright-test-'));
  const server = await startPostgres({ dataDirectory, durable: false, maxConnections: 200 });
  globalThis.testPostgres = server;
  process.env.TEST_DATABASE_URL = server.url();
  // jest skips the global teardown when a signal interrupts it. The Postgres server would stop anyway, but
  // its data folder would remain.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopTestPostgres().finally(() => process.exit(1)));
  }
}

/** Sets whether the Postgres server of the specs is a Citus cluster. */
async function setKind(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
    process.env.SHOP_DATABASE_KIND = rowCount === 1 ? 'citus' : 'postgres';
  } finally {
    await client.end();
  }
}
