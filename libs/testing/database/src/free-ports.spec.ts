import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePorts } from './free-ports';

it('freePorts() returns distinct free ports outside the ephemeral range', async () => {
  const ports = await freePorts(20);
  expect(new Set(ports).size).toBe(20);
  for (const port of ports) {
    expect(port).toBeLessThan(32_768);
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
  }
});
