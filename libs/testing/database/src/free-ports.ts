import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/** Below the ports that systems give to connections by themselves (from 32768 on Linux): one of these is not taken between the look and its use. */
const first = 12_000;
const last = 32_000;

/** Ports of this machine that nobody listens on, for programs whose addresses have to be known before they start. */
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
