import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';

/** How long after a signal open connections may stay silent, in ms, before they are cut. */
const silenceMs = 3_000;

interface Draining extends Server {
  draining?: boolean;
  sockets?: Set<Socket>;
}

/** Keeps the open connections of a server in view; called before it listens. */
export function watchConnections(server: Draining): void {
  const sockets = (server.sockets = new Set<Socket>());
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
}

/** Whether the server is about to end: answers then say `Connection: close`. */
export function isDraining(server: object): boolean {
  return (server as Draining).draining === true;
}

/**
 * Ends an application without losing a request (docs/contract.md §8.3): the socket takes no new connections, open ones are answered with
 * `Connection: close`, and only the ones that stay silent are cut.
 */
export async function drain(application: NestFastifyApplication, silentFor = silenceMs): Promise<void> {
  const server = application.getHttpServer() as Draining;
  server.draining = true;
  const closed = new Promise<void>((resolve) => stopListening(server, resolve));
  const cut = setInterval(() => cutSilent(server), silentFor);
  await closed;
  clearInterval(cut);
  await application.close();
}

function cutSilent(server: Draining): void {
  server.closeIdleConnections();
  // Node takes a connection that was opened and has not said a word for a busy one.
  for (const socket of server.sockets ?? []) if (socket.bytesRead === 0) socket.destroy();
}

/** http.Server.close() would cut idle keep-alive connections at once, and with them a request on its way. */
function stopListening(server: Server, then: () => void): void {
  const close = Object.getPrototypeOf(Object.getPrototypeOf(server)) as Server;
  close.close.call(server, then);
}
