import { join } from 'node:path';
import { startPostgres } from '@storewright/embedded-postgres';
import { Client } from 'pg';
import { StartError } from './start-error';

/** A running Postgres server: the server at DATABASE_URL, or the embedded Postgres. */
export interface RunningDatabase {
  url: string;
  where: string;
  stop(): Promise<void>;
  onExit(listener: () => void): void;
}

const databaseName = 'storewright';

export async function openDatabase(
  administratorUrl: string | undefined,
  folder: string,
): Promise<RunningDatabase> {
  if (administratorUrl) return realServer(administratorUrl);
  const server = await startPostgres({ dataDirectory: join(folder, 'postgres'), durable: true });
  await createDatabase(server.url(), databaseName);
  return {
    url: server.url(databaseName),
    where: `embedded Postgres on port ${server.port}, data in ${server.dataDirectory}`,
    stop: () => server.stop(),
    onExit: (listener) => server.onExit(listener),
  };
}

async function realServer(url: string): Promise<RunningDatabase> {
  if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol))
    throw new StartError(
      'DATABASE_URL must be an address such as postgres://user:password@host:5432/database.',
    );
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  try {
    await client.connect();
  } catch (error) {
    throw new StartError(
      `the server of DATABASE_URL cannot be reached: ${(error as Error).message || (error as { code?: string }).code}`,
    );
  }
  await client.end();
  return { url, where: 'the server of DATABASE_URL', stop: () => Promise.resolve(), onExit: () => undefined };
}

async function createDatabase(url: string, name: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (!rowCount) await client.query(`CREATE DATABASE ${name}`);
  } finally {
    await client.end();
  }
}
