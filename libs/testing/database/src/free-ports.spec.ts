import { once } from 'node:events';
import { createServer } from 'node:net';
import { freePorts } from './free-ports';

it('free ports are different, can be listened on, and are none that the system gives to connections', async () => {
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
