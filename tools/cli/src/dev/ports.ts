import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { UsageError } from '../failures';

export const HOST = 'localhost';
/** First port for a new app, and number of ports to try. */
const [FIRST_PORT, PORTS] = [4000, 20];

export function portOf(text: string, name: string): number {
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port < 1 || port > 65_535)
    throw new UsageError(`${name} must be a port from 1 to 65535.`);
  return port;
}

export async function freePort(): Promise<number> {
  for (let port = FIRST_PORT; port < FIRST_PORT + PORTS; port += 1) if (await isFree(port)) return port;
  throw new UsageError(
    `the ports ${FIRST_PORT} to ${FIRST_PORT + PORTS - 1} are in use. Choose another one with --port.`,
  );
}

export async function isFree(port: number): Promise<boolean> {
  const server = createServer();
  try {
    server.listen(port, HOST);
    await once(server, 'listening');
    return true;
  } catch {
    return false;
  } finally {
    server.close();
  }
}

export async function accepts(port: number): Promise<boolean> {
  const socket = connect({ port, host: HOST });
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
