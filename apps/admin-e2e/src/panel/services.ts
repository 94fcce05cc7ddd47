import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
// Imports by path, because jest cannot resolve @storewright/… names in a global setup.
// oxlint-disable-next-line @nx/enforce-module-boundaries
import { freePorts } from '../../../../libs/testing/database/src/free-ports';
import { Programs } from './programs';

export interface PlatformAddresses {
  ports: { auth: number; shop: number; panel: number };
  /** Connection string of the database administrator. */
  database: string;
  /** Folder with one file per sent email. */
  mails: string;
  operator: { program: string; database: string };
}

const key = Buffer.alloc(32, 7).toString('base64');
const rolePasswords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };

function urlAs(database: string, role: 'auth' | 'shop' | 'hooks'): string {
  const url = new URL(database);
  [url.username, url.password] = [`storewright_${role}`, rolePasswords[role]];
  return url.href;
}

/**
 * The built platform on one database: both APIs, the panel's web server and the webhook worker, each in its own
 * process.
 */
export class Services {
  private readonly programs = new Programs();
  private readonly running: ChildProcess[] = [];
  readonly addresses: PlatformAddresses;

  private constructor(
    private readonly server: string,
    addresses: Omit<PlatformAddresses, 'operator'>,
  ) {
    const operator = { program: this.programs.of('operator'), database: urlAs(addresses.database, 'auth') };
    this.addresses = { ...addresses, operator };
    // Deletes the programs' folder after an interrupted test run, which skips the teardown.
    process.once('exit', () => this.programs.delete());
  }

  /** @param server connection string of a database administrator */
  static async start(server: string): Promise<Services> {
    const [auth = 0, shop = 0, panel = 0, worker = 0] = await freePorts(4);
    const database = new URL(server);
    database.pathname = `/panel_${randomBytes(6).toString('hex')}`;
    const mails = mkdtempSync(join(tmpdir(), 'storewright-panel-mails-'));
    const addresses = { ports: { auth, shop, panel }, database: database.href, mails };
    const services = new Services(server, addresses);
    await services.makeDatabase();
    await services.launchAll(worker);
    return services;
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
    await this.onServer(`DROP DATABASE IF EXISTS ${this.databaseName} WITH (FORCE)`);
    this.programs.delete();
    rmSync(this.addresses.mails, { recursive: true, force: true });
  }

  private get databaseName(): string {
    return new URL(this.addresses.database).pathname.slice(1);
  }

  private async makeDatabase(): Promise<void> {
    await this.onServer(`CREATE DATABASE ${this.databaseName}`);
    await this.operator(['migrate'], {
      DATABASE_URL: this.addresses.database,
      OWNER_DB_PASSWORD: rolePasswords.owner,
      AUTH_DB_PASSWORD: rolePasswords.auth,
      SHOP_DB_PASSWORD: rolePasswords.shop,
      HOOKS_DB_PASSWORD: rolePasswords.hooks,
    });
  }

  private async launchAll(worker: number): Promise<void> {
    const { auth, shop, panel } = this.addresses.ports;
    const common = {
      AUTH_URL: `http://localhost:${auth}`,
      ADMIN_URL: `http://{shop}.localhost:${panel}`,
      SHOP_URL: `http://{shop}.localhost:${shop}`,
      SECRETS_KEY: `test:${key}`,
      TOKEN_KEY: key,
      TRUSTED_PROXIES: '127.0.0.1',
      WEBHOOKS_ALLOW_LOOPBACK: 'true',
    };
    const both = (role: 'shop' | 'hooks') => ({
      AUTH_DATABASE_URL: this.as(role),
      SHOP_DATABASE_URL: this.as(role),
    });
    await Promise.all([
      this.launch('auth-api', auth, {
        ...common,
        AUTH_DATABASE_URL: this.as('auth'),
        MAIL_FOLDER: this.addresses.mails,
        MAIL_FROM: 'no-reply@panel.example',
        MAX_SHOPS_PER_PERSON: '20',
        MAX_TEST_SHOPS_PER_PERSON: '2',
      }),
      this.launch('shop-api', shop, { ...common, ...both('shop') }),
      this.launch('hooks-worker', worker, { ...common, ...both('hooks') }),
      this.launch('admin-server', panel, {
        AUTH_API_URL: `http://127.0.0.1:${auth}`,
        SHOP_API_URL: `http://127.0.0.1:${shop}`,
      }),
    ]);
  }

  private as(role: 'auth' | 'shop' | 'hooks'): string {
    return urlAs(this.addresses.database, role);
  }

  private async onServer(statement: string): Promise<void> {
    const client = new Client({ connectionString: this.server });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  }

  private async operator(words: string[], settings: Record<string, string>): Promise<void> {
    const env = { PATH: process.env['PATH'], ...settings };
    await promisify(execFile)(process.execPath, [this.programs.of('operator'), ...words], { env });
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
      // Services stop when the IPC channel closes, so they exit with this process.
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
