import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { PostgresStartError } from './start-error';

/** Returns the requested port, or any free port for 0. Throws if the requested port is in use. */
export async function freePort(port = 0): Promise<number> {
  const probe = createServer();
  try {
    probe.listen(port, '127.0.0.1');
    await once(probe, 'listening');
    return (probe.address() as AddressInfo).port;
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const reason = code === 'EADDRINUSE' ? 'is in use by another program' : `can't be used (${message})`;
    throw new PostgresStartError(`port ${port} of 127.0.0.1 ${reason}: free it, or choose another port`, {
      cause,
    });
  } finally {
    probe.close();
  }
}
