import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Bounds of the random ports. The range is below the ephemeral ports (from 32768 on Linux), so that the
 * operating system does not assign a port to a connection before the program starts.
 */
const first = 12_000;
const last = 32_000;

export async function freePorts(count: number): Promise<number[]> {
  const held: Server[] = [];
  const ports: number[] = [];
  while (ports.length < count) {
    const port = first + Math.floor(Math.random() * (last - first));
    const server = createServer();
    const listening = once(server.listen(port, '127.0.0.1'), 'listening');
    const isFree = await listening.then(
      () => true,
      () => false,
    );
    if (!isFree) continue;
    held.push(server);
    ports.push(port);
  }
  await Promise.all(held.map((server) => new Promise((closed) => server.close(closed))));
  return ports;
}

export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port!;
}
