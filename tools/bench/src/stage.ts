import { type ChildProcess, fork } from 'node:child_process';
import { chmodSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type PostgresServer, startPostgres } from '@storewright/embedded-postgres';
import { migrate, type RolePasswords, urlAs } from '@storewright/schema';
import { Client } from 'pg';
import type { BareSettings } from './bare-server';

const passwords: RolePasswords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };
/** As in the Dockerfile; for all that is compared. */
const nodeFlags = ['--max-semi-space-size=64'];
const key = Buffer.alloc(32, 7).toString('base64');

/** Postgres with the schema, and the programs that run against it; `close` ends all of it and leaves nothing behind. */
export interface Stage {
  /** As administrator. */
  client: Client;
  folder: string;
  databaseUrl(role?: 'auth' | 'shop' | 'hooks'): string;
  startService(name: 'auth-api' | 'shop-api'): Promise<number>;
  startBare(settings: Omit<BareSettings, 'port' | 'databaseUrl'>): Promise<number>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'storewright-bench-'));
  chmodSync(folder, 0o755);
  const settings = { shared_buffers: '1GB', max_wal_size: '4GB', autovacuum: 'off' };
  const server = await startPostgres({ dataDirectory: join(folder, 'data'), durable: true, settings });
  await migrate({ auth: server.url(), shop: server.url() }, passwords);
  const client = new Client({ connectionString: server.url() });
  await client.connect();
  const children: ChildProcess[] = [];
  return {
    client,
    folder,
    databaseUrl: (role) => (role ? urlAs(server.url(), role, passwords) : server.url()),
    startService: (name) => startService(name, server, folder, children),
    startBare: (given) => startBare({ ...given, databaseUrl: server.url() }, children),
    async close() {
      for (const child of children) child.disconnect();
      await Promise.all(children.map((child) => exited(child)));
      await client.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function startService(
  name: 'auth-api' | 'shop-api',
  server: PostgresServer,
  folder: string,
  children: ChildProcess[],
): Promise<number> {
  const port = await freePort();
  const log = openSync(join(folder, `${name}.log`), 'w');
  const child = fork(resolve('dist/apps', name, 'main.js'), [], {
    stdio: ['ignore', log, log, 'ipc'],
    execArgv: nodeFlags,
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(port),
      AUTH_DATABASE_URL: urlAs(server.url(), name === 'auth-api' ? 'auth' : 'shop', passwords),
      SHOP_DATABASE_URL: urlAs(server.url(), 'shop', passwords),
      TOKEN_KEY: key,
      SECRETS_KEY: `bench:${key}`,
    },
  });
  children.push(child);
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`${name} did not start; is it built?`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return port;
}

async function startBare(settings: Omit<BareSettings, 'port'>, children: ChildProcess[]): Promise<number> {
  const port = await freePort();
  const child = fork(process.argv[1]!, ['--bare'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
    execArgv: nodeFlags,
  });
  children.push(child);
  const ready = new Promise((done) => child.once('message', done));
  child.send({ ...settings, port });
  await ready;
  return port;
}

async function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode === null) await new Promise((done) => child.once('exit', done));
}

function isReady(port: number): Promise<boolean> {
  return new Promise((done) => {
    const sent = request({ host: '127.0.0.1', port, path: '/readyz', agent: false }, (response) => {
      response.resume();
      done(response.statusCode === 200);
    });
    sent.once('error', () => done(false));
    sent.end();
  });
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => done(port));
    });
  });
}
