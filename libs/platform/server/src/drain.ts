import type { Server } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { connectionsOf } from './connections';

/**
 * Time in milliseconds between the stop signal and the closing of connections on which the client sends
 * nothing.
 */
const MAX_SILENCE_MS = 3_000;

/**
 * Time in milliseconds between the stop signal and the closing of all connections. Orchestrators kill a
 * process 30 seconds after the signal.
 */
const MAX_OPEN_MS = 20_000;

/**
 * Maximum duration of a shutdown in milliseconds. The process then exits, even if requests are still running.
 */
const MAX_SHUTDOWN_MS = 24_000;

interface Draining extends Server {
  draining?: boolean;
}

/** True after the process has received the signal to stop. Responses then contain `Connection: close`. */
export function isDraining(server: object): boolean {
  return (server as Draining).draining === true;
}

/**
 * Stops an application without losing requests (docs/contract.md §8.3). The server stops listening and closes
 * each connection after its next response. Later it closes connections on which clients send nothing, and at
 * the end all connections.
 */
export async function drain(
  application: NestFastifyApplication,
  silentFor = MAX_SILENCE_MS,
  latest = MAX_OPEN_MS,
): Promise<void> {
  const server = application.getHttpServer() as Draining;
  const connections = connectionsOf(server);
  server.draining = true;
  const closed = new Promise<void>((resolve) => stopListening(server, resolve));
  const cut = setInterval(() => {
    server.closeIdleConnections();
    connections.cutSilent();
  }, silentFor);
  const end = setTimeout(() => connections.cutAll(), latest);
  await closed;
  clearInterval(cut);
  clearTimeout(end);
  await application.close();
}

/**
 * Stops the application without losing requests. Returns the exit code of the process: 0, or 1 if the time
 * limit was exceeded.
 */
export async function endInTime(
  application: NestFastifyApplication,
  limit = MAX_SHUTDOWN_MS,
): Promise<0 | 1> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<1>((resolve) => (timer = setTimeout(() => resolve(1), limit)));
  const code = await Promise.race([drain(application).then(() => 0 as const), late]);
  clearTimeout(timer);
  return code;
}

/**
 * Closes only the listening socket. `http.Server.close()` would also close idle keep-alive connections, and
 * lose requests on the way to them.
 */
function stopListening(server: Server, then: () => void): void {
  const close = Object.getPrototypeOf(Object.getPrototypeOf(server)) as Server;
  close.close.call(server, then);
}
