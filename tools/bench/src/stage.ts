import { type ChildProcess, fork } from 'node:child_process';
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresServer, startPostgres } from '@storewright/embedded-postgres';
import { migrate, type RolePasswords, urlAs } from '@storewright/schema';
import { freePort } from '@storewright/testing';
import { Client } from 'pg';
import type { Observed } from './attack/observed';
import { statusOf } from './http';
import { cpuOf, cpuOfBackends, cpuOfServer, memoryOf } from './cpu';

const passwords: RolePasswords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };
/** Node flags from the Dockerfile, used for all compared programs. */
const nodeFlags = ['--max-semi-space-size=64'];
const key = Buffer.alloc(32, 7).toString('base64');
export const sealingKeys = new Map([['bench', Buffer.from(key, 'base64')]]);
export const secretsKey = `bench:${key}`;

export type ServiceName = 'auth-api' | 'shop-api' | 'hooks-worker';
export const rolesOf = {
  'auth-api': { auth: 'auth', shop: 'shop' },
  'shop-api': { auth: 'shop', shop: 'shop' },
  'hooks-worker': { auth: 'hooks', shop: 'hooks' },
} as const;

const START_LIMIT_MS = 60_000;
/**
 * Time in milliseconds that a program has to exit after the disconnect. Afterwards, the program is killed.
 */
const EXIT_LIMIT_MS = 10_000;
/** Number of lines of a service's output that an error contains. */
const SHOWN_LINES = 20;

export interface ServiceOptions {
  environment?: NodeJS.ProcessEnv;
  /** If true, the service measures its own response times (see `observe`). */
  observed?: boolean;
  /** Maximum time in milliseconds until the service is ready. Defaults to a minute. */
  startLimitMs?: number;
}

const serverSettings = {
  ...{ shared_buffers: '1GB', max_wal_size: '4GB', autovacuum: 'off' },
  // Loads the Postgres extension that `countStatements` enables for single database roles.
  shared_preload_libraries: 'pg_stat_statements',
  'pg_stat_statements.track': 'none',
};

/** Starts a test environment. `settings` overrides Postgres settings. */
export async function openStage(settings: Record<string, string> = {}): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'storewright-bench-'));
  chmodSync(folder, 0o755);
  const server = await startPostgres({
    dataDirectory: join(folder, 'data'),
    durable: true,
    maxConnections: 300,
    settings: { ...serverSettings, ...settings },
  });
  await migrate({ auth: server.url(), shop: server.url() }, passwords);
  const client = new Client({ connectionString: server.url() });
  await client.connect();
  return new Stage(client, folder, server);
}

/**
 * A test environment: a Postgres server with the schema, and the programs that use it. The port of a program
 * identifies the program.
 */
export class Stage {
  private readonly children: ChildProcess[] = [];
  private readonly byPort = new Map<number, ChildProcess>();

  constructor(
    readonly client: Client,
    readonly folder: string,
    private readonly server: PostgresServer,
  ) {}

  databaseUrl(role?: 'auth' | 'shop' | 'hooks'): string {
    return role ? urlAs(this.server.url(), role, passwords) : this.server.url();
  }

  startService(name: ServiceName, options?: ServiceOptions): Promise<number> {
    return this.start(name, programOf(name), options);
  }

  async startShopApiWithoutEvents(): Promise<number> {
    const { buildWithoutEvents } = await import('./without-events');
    return this.start('shop-api', await buildWithoutEvents(this.folder));
  }

  async stop(port: number): Promise<void> {
    const child = this.byPort.get(port)!;
    child.kill('SIGTERM');
    await exited(child);
  }

  /**
   * Returns the response times that the service measured since the previous call. From now on, the service
   * measures the requests to `host`.
   */
  observe(port: number, host: string): Promise<Observed> {
    const child = this.byPort.get(port)!;
    child.send({ host });
    return messageOf<Observed>(child);
  }

  /** Returns the CPU milliseconds of the program at the given port, or undefined if /proc is missing. */
  cpuOf(port: number): number | undefined {
    return cpuOf(this.byPort.get(port)?.pid);
  }

  memoryOf(port: number): ReturnType<typeof memoryOf> {
    return memoryOf(this.byPort.get(port)?.pid);
  }

  /**
   * Returns the CPU milliseconds of the running database backends of a user, or undefined if /proc is
   * missing.
   */
  databaseCpu(user = new URL(this.server.url()).username): number | undefined {
    return cpuOfBackends(this.server.pid, user);
  }

  /** Returns the CPU milliseconds of the whole Postgres server, or undefined if /proc is missing. */
  serverCpu(): number | undefined {
    return cpuOfServer(this.server.pid);
  }

  async startBare(role: string, settings: object = {}): Promise<number> {
    const child = this.startProgram(role);
    child.send({ databaseUrl: this.databaseUrl(), ...settings });
    const port = await messageOf<number>(child);
    this.byPort.set(port, child);
    return port;
  }

  /** Starts this program in a child process with a different role (main.ts). */
  startProgram(role: string): ChildProcess {
    const child = fork(process.argv[1]!, [role], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      serialization: 'advanced',
      execArgv: nodeFlags,
    });
    this.children.push(child);
    return child;
  }

  async close(): Promise<void> {
    for (const child of this.children) if (child.connected) child.disconnect();
    // A service that is still starting does not react to the disconnect yet, so it is killed after a while.
    const late = setTimeout(() => this.children.forEach((child) => child.kill('SIGKILL')), EXIT_LIMIT_MS);
    await Promise.all(this.children.map(exited));
    clearTimeout(late);
    await this.client.end();
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async start(
    name: ServiceName,
    program: string,
    { environment, observed, startLimitMs = START_LIMIT_MS }: ServiceOptions = {},
  ): Promise<number> {
    const port = await freePort();
    const logFile = join(this.folder, `${name}-${port}.log`);
    const log = openSync(logFile, 'w');
    const [main, ...words] = observed ? [process.argv[1]!, '--observed', program] : [program];
    const child = fork(main!, words, {
      stdio: ['ignore', log, log, 'ipc'],
      execArgv: nodeFlags,
      env: {
        PATH: process.env['PATH'],
        HOST: '127.0.0.1',
        PORT: String(port),
        AUTH_DATABASE_URL: this.databaseUrl(rolesOf[name].auth),
        SHOP_DATABASE_URL: this.databaseUrl(rolesOf[name].shop),
        TOKEN_KEY: key,
        SECRETS_KEY: secretsKey,
        // Allows webhooks to loopback addresses, because the receivers run on this machine.
        WEBHOOKS_ALLOW_LOOPBACK: 'true',
        ...environment,
      },
    });
    this.children.push(child);
    this.byPort.set(port, child);
    const end = performance.now() + startLimitMs;
    while ((await statusOf({ port, path: '/readyz' })) !== 200) {
      const failure = isExited(child)
        ? `exited with ${child.exitCode ?? child.signalCode} before it was ready`
        : performance.now() > end && `was not ready after ${startLimitMs / 1000} s`;
      if (failure) {
        child.kill('SIGKILL');
        const output = readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-SHOWN_LINES).join('\n');
        throw new Error(`${name} ${failure}. Its output:\n${output}`);
      }
      await pause(50);
    }
    return port;
  }
}

export function programOf(name: ServiceName): string {
  return resolve(process.env['PROGRAMS'] ?? 'dist', 'apps', name, 'main.js');
}

export function messageOf<T>(child: ChildProcess): Promise<T> {
  return new Promise((done, failed) => {
    const exit = (code: number | null) =>
      failed(new Error(`a program of the stage exited with code ${code}`));
    child.once('exit', exit);
    child.once('message', (message) => {
      child.off('exit', exit);
      done(message as T);
    });
  });
}

async function exited(child: ChildProcess): Promise<void> {
  if (!isExited(child)) await new Promise((done) => child.once('exit', done));
}

/** True if a child process has exited. A child process that a signal ended has no exit code. */
const isExited = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;
