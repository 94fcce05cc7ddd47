import type { Statement } from '@storewright/database';
import { rowFormat } from '@storewright/database';
import { Client } from 'pg';
import { connections } from './load';

/** The other floor: the same SQL as fast as a driver can send it, one prepared statement after another on each of as many connections. */
export async function pgLoop(url: string, next: () => Statement, seconds: number): Promise<number> {
  return inLoops(url, seconds, async (client) => {
    const { name, text, values } = next();
    await client.query({ name: name!, text, values: values! });
  });
}

/**
 * Runs the work again and again on each of so many connections, begun with these settings; how often a second. `warm`: once
 * before, because a connection's first statements are read, planned and look up the catalogue.
 */
export async function inLoops(
  url: string,
  seconds: number,
  work: (client: Client) => Promise<void>,
  { clients: count = connections, options = '', warm = false } = {},
): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: count }, async () => {
      // `pipeline`: what needs no answer to what was sent before goes out with it, as from a service.
      const config = { connectionString: url, types: rowFormat, options, pipeline: true };
      const client = new Client(config);
      await client.connect();
      return client;
    }),
  );
  if (warm) await Promise.all(clients.map(work));
  let done = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const loop = async (client: Client) => {
    for (; performance.now() < end; done += 1) await work(client);
  };
  await Promise.all(clients.map(loop));
  const perSecond = (done * 1000) / (performance.now() - started);
  await Promise.all(clients.map((client) => client.end()));
  return perSecond;
}
