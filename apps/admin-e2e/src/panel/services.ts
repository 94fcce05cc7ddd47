import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { promisify } from 'node:util';
import type { TestDatabase } from '@storewright/testing';
import { testKey, testSecretsKey } from '@storewright/testing';
import { Programs } from './programs';

export interface Owner {
  email: string;
  password: string;
}

export interface ServicesOptions {
  /** With the worker that sends webhooks, which may go to this machine. */
  webhooks?: boolean;
}

/** The two APIs and the panel's web server (and the worker, where it is asked for) as processes of their own, on one database and on ports that were free. */
export class Services {
  private readonly programs = new Programs();
  private readonly running: ChildProcess[] = [];
  ports: { auth: number; shop: number; panel: number };

  constructor(private readonly database: TestDatabase) {}

  async start({ webhooks = false }: ServicesOptions = {}): Promise<void> {
    const [auth = 0, shop = 0, panel = 0, worker = 0] = await freePorts(4);
    this.ports = { auth, shop, panel };
    const common = {
      AUTH_URL: `http://localhost:${auth}`,
      ADMIN_URL: `http://{shop}.localhost:${panel}`,
      SECRETS_KEY: testSecretsKey,
      TOKEN_KEY: testKey,
      TRUSTED_PROXIES: '127.0.0.1',
      WEBHOOKS_ALLOW_LOOPBACK: String(webhooks),
    };
    const hooks = this.database.url('hooks');
    await Promise.all([
      this.launch('auth-api', auth, { ...common, AUTH_DATABASE_URL: this.database.url('auth') }),
      this.launch('shop-api', shop, {
        ...common,
        AUTH_DATABASE_URL: this.database.url('shop'),
        SHOP_DATABASE_URL: this.database.url('shop'),
      }),
      this.launch('admin-server', panel, {
        AUTH_API_URL: `http://127.0.0.1:${auth}`,
        SHOP_API_URL: `http://127.0.0.1:${shop}`,
      }),
      webhooks &&
        this.launch('hooks-worker', worker, {
          ...common,
          AUTH_DATABASE_URL: hooks,
          SHOP_DATABASE_URL: hooks,
        }),
    ]);
  }

  /** A command of the operator; gives its line. */
  async operator(words: string[], password = ''): Promise<string> {
    const env = {
      PATH: process.env['PATH'],
      AUTH_DATABASE_URL: this.database.url('auth'),
      OWNER_PASSWORD: password,
    };
    const { stdout } = await promisify(execFile)(process.execPath, [this.programs.of('operator'), ...words], {
      env,
    });
    return stdout.trim();
  }

  async stop(): Promise<void> {
    await Promise.all(
      this.running.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const gone = once(child, 'exit');
        child.kill('SIGTERM');
        await gone;
      }),
    );
    this.programs.remove();
  }

  private async launch(
    name: 'auth-api' | 'shop-api' | 'admin-server' | 'hooks-worker',
    port: number,
    settings: Record<string, string>,
  ): Promise<void> {
    const child = spawn(process.execPath, [this.programs.of(name)], {
      env: {
        PATH: process.env['PATH'],
        HOST: '127.0.0.1',
        PORT: String(port),
        LOG_LEVEL: 'warn',
        ...settings,
      },
      // Over the channel it learns that this process is gone, and ends.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.running.push(child);
    await new Promise<void>((resolve, reject) => {
      let said = '';
      const listen = (chunk: Buffer): void => {
        said += chunk.toString();
        if (said.includes('listens on ')) resolve();
      };
      child.stdout!.on('data', listen);
      child.stderr!.on('data', listen);
      child.once('exit', () => reject(new Error(`${name} ended: ${said}`)));
    });
  }
}

async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
  return ports;
}
