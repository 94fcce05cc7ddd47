import { type ChildProcess, fork } from 'node:child_process';
import { chmodSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type PostgresServer, startPostgres } from '@storewright/embedded-postgres';
import { migrate, type RolePasswords, urlAs } from '@storewright/schema';
import { freePort } from '@storewright/testing';
import { Client } from 'pg';
import type { Observed } from './attack/observed';
import type { BareSettings } from './bare-server';
import { cpuOf, cpuOfBackends, cpuOfServer, memoryOf } from './cpu';
import { buildWithoutEvents } from './without-events';

const passwords: RolePasswords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };
/** As in the Dockerfile; for all that is compared. */
const nodeFlags = ['--max-semi-space-size=64'];
const key = Buffer.alloc(32, 7).toString('base64');
/** What the stage's services seal secrets with. */
export const sealingKeys = new Map([['bench', Buffer.from(key, 'base64')]]);
/** The same, as a setting. */
export const secretsKey = `bench:${key}`;

export type ServiceName = 'auth-api' | 'shop-api' | 'hooks-worker';
/** The roles as which a service reads the auth and the shop data. */
export const rolesOf = {
  'auth-api': { auth: 'auth', shop: 'shop' },
  'shop-api': { auth: 'shop', shop: 'shop' },
  'hooks-worker': { auth: 'hooks', shop: 'hooks' },
} as const;

export interface HowToStart {
  /** Settings of its own. */
  environment?: NodeJS.ProcessEnv;
  /** Whether its process tells how it does. */
  observed?: boolean;
}

/** Postgres with the schema, and the programs that run against it; `close` ends all of it and leaves nothing behind. */
export interface Stage {
  /** As administrator. */
  client: Client;
  folder: string;
  databaseUrl(role?: 'auth' | 'shop' | 'hooks'): string;
  /** Its port. */
  startService(name: ServiceName, how?: HowToStart): Promise<number>;
  /** Ends it, with its connections. */
  stopService(port: number): Promise<void>;
  /** What the process of the observed service at this port tells of itself since it was asked before; from now on the requests of `host` are timed. */
  observe(port: number, host: string): Promise<Observed>;
  /** ms of CPU that the service at this port has used; undefined where the system does not tell. */
  cpuOf(port: number): number | undefined;
  /** Bytes of memory of the service at this port; likewise. */
  memoryOf(port: number): ReturnType<typeof memoryOf>;
  /** CPU of a program that was started, as of a service. */
  cpuOfProgram(child: ChildProcess): number | undefined;
  /** ms of CPU that the server's processes have used for this user, or for the administrator; likewise. */
  databaseCpu(user?: string): number | undefined;
  /** The same of all its processes, those that have ended with them. */
  serverCpu(): number | undefined;
  /** The same shop API, built so that its writes make no events. */
  startShopApiWithoutEvents(): Promise<number>;
  startBare(settings: Omit<BareSettings, 'port' | 'databaseUrl'>): Promise<number>;
  /** This program in another role, as a process of its own. */
  startProgram(role: string): ChildProcess;
  close(): Promise<void>;
}

/** Of its Postgres. */
const settings = {
  ...{ shared_buffers: '1GB', max_wal_size: '4GB', autovacuum: 'off' },
  // Of those roles alone for which it is turned on.
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'none',
};

/** `own`: further settings of its Postgres, by name. */
export async function openStage(own: Record<string, string> = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'storewright-bench-'));
  chmodSync(folder, 0o755);
  const server = await startPostgres({
    dataDirectory: join(folder, 'data'),
    durable: true,
    maxConnections: 300,
    settings: { ...settings, ...own },
  });
  await migrate({ auth: server.url(), shop: server.url() }, passwords);
  const client = await connected(server.url());
  const children: ChildProcess[] = [];
  return {
    client,
    folder,
    databaseUrl: (role) => (role ? urlAs(server.url(), role, passwords) : server.url()),
    startService: (name, how) =>
      startService({ name, program: programOf(name), ...how }, server, folder, children),
    stopService: (port) => ended(serviceAt(port, children)!),
    observe: (port, host) => observe(serviceAt(port, children)!, host),
    async startShopApiWithoutEvents() {
      const name = 'shop-api';
      return startService({ name, program: await buildWithoutEvents(folder) }, server, folder, children);
    },
    cpuOf: (port) => cpuOf(serviceAt(port, children)?.pid),
    memoryOf: (port) => memoryOf(serviceAt(port, children)?.pid),
    cpuOfProgram: ({ pid }) => cpuOf(pid),
    databaseCpu: (user = new URL(server.url()).username) => cpuOfBackends(server.pid, user),
    serverCpu: () => cpuOfServer(server.pid),
    startBare: (given) => startBare({ ...given, databaseUrl: server.url() }, children),
    startProgram: (role) => startProgram(role, children),
    async close() {
      for (const child of children) if (child.connected) child.disconnect();
      await Promise.all(children.map((child) => exited(child)));
      await client.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function connected(connectionString: string): Promise<Client> {
  const client = new Client({ connectionString });
  await client.connect();
  return client;
}

const ports = new WeakMap<ChildProcess, number>();

function serviceAt(port: number, children: ChildProcess[]): ChildProcess | undefined {
  return children.find((child) => ports.get(child) === port);
}

function observe(child: ChildProcess, host: string): Promise<Observed> {
  child.send({ host });
  return new Promise((done) => child.once('message', (message) => done(message as Observed)));
}

/** The file to run. */
export function programOf(name: ServiceName): string {
  return resolve(process.env['PROGRAMS'] ?? 'dist', 'apps', name, 'main.js');
}

async function startService(
  { name, program, environment, observed }: { name: ServiceName; program: string } & HowToStart,
  server: PostgresServer,
  folder: string,
  children: ChildProcess[],
): Promise<number> {
  const port = await freePort();
  const log = openSync(join(folder, `${name}-${port}.log`), 'w');
  const roles = rolesOf[name];
  const [main, ...words] = observed ? [process.argv[1]!, '--observed', program] : [program];
  const child = fork(main!, words, {
    stdio: ['ignore', log, log, 'ipc'],
    execArgv: nodeFlags,
    env: {
      PATH: process.env['PATH'],
      HOST: '127.0.0.1',
      PORT: String(port),
      AUTH_DATABASE_URL: urlAs(server.url(), roles.auth, passwords),
      SHOP_DATABASE_URL: urlAs(server.url(), roles.shop, passwords),
      TOKEN_KEY: key,
      SECRETS_KEY: secretsKey,
      // The receivers are on this machine.
      WEBHOOKS_ALLOW_LOOPBACK: 'true',
      ...environment,
    },
  });
  children.push(child);
  ports.set(child, port);
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`${name} did not start; is it built?`);
    await new Promise((done) => setTimeout(done, 50));
  }
  return port;
}

async function startBare(settings: Omit<BareSettings, 'port'>, children: ChildProcess[]): Promise<number> {
  const port = await freePort();
  const child = startProgram('--bare', children);
  const ready = new Promise((done) => child.once('message', done));
  child.send({ ...settings, port });
  await ready;
  return port;
}

function startProgram(role: string, children: ChildProcess[]): ChildProcess {
  const child = fork(process.argv[1]!, [role], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
    execArgv: nodeFlags,
  });
  children.push(child);
  return child;
}

function ended(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  return exited(child);
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
