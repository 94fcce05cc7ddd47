import { rmSync } from 'node:fs';
import './global-setup';

export default async function stopTestPostgres(): Promise<void> {
  const server = globalThis.testPostgres;
  if (!server) return;
  await server.stop();
  rmSync(server.dataDirectory, { recursive: true, force: true });
}
