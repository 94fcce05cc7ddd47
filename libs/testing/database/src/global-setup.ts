import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// jest resolves no @storewright/… name in a global set-up.
// oxlint-disable-next-line @nx/enforce-module-boundaries
import { startPostgres } from '../../../postgres/embedded-postgres/src/index';
import { Client } from 'pg';
import stopTestPostgres from './global-teardown';

/**
 * Starts one Postgres server for the specs of a project and sets TEST_DATABASE_URL (superuser, database
 * `postgres`). If the variable is already set, specs use that server.
 */
export default async function startTestPostgres(): Promise<void> {
  if (process.env.TEST_DATABASE_URL) return setKind(process.env.TEST_DATABASE_URL);
  const dataDirectory = mkdtempSync(join(tmpdir(), 'storewright-test-'));
  const server = await startPostgres({ dataDirectory, durable: false, maxConnections: 200 });
  globalThis.testPostgres = server;
  process.env.TEST_DATABASE_URL = server.url();
  // jest skips the teardown when it is interrupted. The server would end anyway, but its folder would remain.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopTestPostgres().finally(() => process.exit(1)));
  }
}

/** Detects whether the server is plain Postgres or a Citus cluster. */
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
