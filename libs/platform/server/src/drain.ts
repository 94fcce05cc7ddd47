import type { Server } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { connectionsOf } from './connections';

/** How long after a signal open connections may stay silent, in ms, before they are cut. */
const silenceMs = 3_000;

/** Whatever a client does, no connection is open for longer, in ms: whoever sent the signal waits for half a minute at the most. */
const latestMs = 20_000;

/** Whatever anybody else does, the process has ended by then, in ms. */
const endMs = 24_000;

interface Draining extends Server {
  draining?: boolean;
}

/** Whether the server is about to end: answers then say `Connection: close`. */
export function isDraining(server: object): boolean {
  return (server as Draining).draining === true;
}

/**
 * Ends an application without losing a request (docs/contract.md §8.3): the socket takes no new connections, open ones are answered with
 * `Connection: close`, and only the ones that stay silent are cut; in the end all.
 */
export async function drain(
  application: NestFastifyApplication,
  silentFor = silenceMs,
  latest = latestMs,
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

/** The exit code of a process that is told to end: 0 in good order, 1 where something did not end in time, a database or a receiver of webhooks. */
export async function endInTime(application: NestFastifyApplication, limit = endMs): Promise<0 | 1> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<1>((resolve) => (timer = setTimeout(() => resolve(1), limit)));
  const code = await Promise.race([drain(application).then(() => 0 as const), late]);
  clearTimeout(timer);
  return code;
}

/** http.Server.close() would cut idle keep-alive connections at once, and with them a request on its way. */
function stopListening(server: Server, then: () => void): void {
  const close = Object.getPrototypeOf(Object.getPrototypeOf(server)) as Server;
  close.close.call(server, then);
}
