import { rowFormat, type Statement } from '@storewright/database';
import { Client } from 'pg';
import { CONNECTIONS } from './load';

/**
 * Measures the database driver without HTTP, for comparison. Runs prepared statements one after another on
 * each connection.
 */
export async function pgLoop(url: string, next: () => Statement, seconds: number): Promise<number> {
  return inLoops(url, seconds, async (client) => {
    const { name, text, values } = next();
    await client.query({ name: name!, text, values: values! });
  });
}

/**
 * Repeats `work` on each connection and returns the repetitions per second. With `warm`, first runs `work`
 * once per connection without measuring, because Postgres then parses and plans the statements.
 */
export async function inLoops(
  url: string,
  seconds: number,
  work: (client: Client) => Promise<void>,
  { clients: count = CONNECTIONS, options = '', warm = false } = {},
): Promise<number> {
  const clients = await Promise.all(
    Array.from({ length: count }, async () => {
      // Pipelines statements as the services do.
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
