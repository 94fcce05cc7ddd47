import { rmSync } from 'node:fs';
// oxlint-disable-next-line @nx/enforce-module-boundaries -- as in the set-up
import type { PostgresServer } from '../../../postgres/embedded-postgres/src/index';

declare global {
  // jest runs global setup and teardown in one process, but loads each file separately. A global variable
  // shares the server.
  var testPostgres: PostgresServer | undefined;
}

export default async function stopTestPostgres(): Promise<void> {
  const server = globalThis.testPostgres;
  if (!server) return;
  await server.stop();
  rmSync(server.dataDirectory, { recursive: true, force: true });
}
