import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { HttpClient, ServiceProcess, testKey, testSecretsKey } from '@storewright/testing';
import { downloads, programOf } from './programs';

/** Connection strings of a migrated database, by role. */
export interface Databases {
  url(role: 'auth' | 'shop' | 'hooks'): string;
}

/** A resource server that may introspect every token (RFC 7662). */
export const resourceServer = { id: 'e2e-resource-server', secret: 'a secret of the resource server' };
/** Who owns every shop. */
export const owner = { email: 'owner@example.test', password: 'correct horse battery staple' };

interface PlatformOptions {
  shopApis?: number;
  addressed?: boolean;
  environment?: Record<string, string>;
}

/** The platform as whoever runs it has it: one auth API and as many shop APIs as wanted, separate processes on one database. */
export class Platform {
  private readonly running: ServiceProcess[] = [];
  readonly shopApis: ServiceProcess[] = [];
  /** Its process. */
  authApi: ServiceProcess;
  /** Without a credential. */
  auth: HttpClient;

  private constructor(
    private readonly databases: Databases,
    private readonly environment: Record<string, string>,
  ) {}

  /** With its owner, who has no shop yet. `addressed`: the auth API starts last, and tells apps where the shop API is. `environment`: further settings of all services. */
  static async start(
    databases: Databases,
    { shopApis = 1, addressed = false, environment = {} }: PlatformOptions = {},
  ): Promise<Platform> {
    const platform = new Platform(databases, environment);
    await Promise.all([
      ...(addressed ? [] : [platform.startAuthApi()]),
      ...Array.from({ length: shopApis }, () => platform.startShopApi()),
      platform.operator('create-owner', '--email', owner.email, '--name', 'An owner'),
    ]);
    if (addressed) await platform.startAuthApi({ SHOP_URL: platform.shopUrl });
    return platform;
  }

  /** Of the first shop API, with `{shop}` for a shop's domain. */
  get shopUrl(): string {
    return `http://{shop}.localhost:${this.shopApis[0]!.port}`;
  }

  get authUrl(): string {
    return `http://localhost:${this.auth.port}`;
  }

  /** One more shop API, the last of `shopApis`. */
  async startShopApi(): Promise<ServiceProcess> {
    const service = await this.startService('apps/shop-api', {
      AUTH_DATABASE_URL: this.databases.url('shop'),
      SHOP_DATABASE_URL: this.databases.url('shop'),
    });
    this.shopApis.push(service);
    return service;
  }

  /** One more worker, which delivers webhooks to this machine. */
  startWorker(): Promise<ServiceProcess> {
    const url = this.databases.url('hooks');
    return this.startService('apps/hooks-worker', { AUTH_DATABASE_URL: url, SHOP_DATABASE_URL: url });
  }

  /** The file of `storewright`, the command for developers of apps. */
  get storewright(): string {
    return programOf('tools/cli');
  }

  /** A command of the operator; gives its line. */
  async operator(...words: string[]): Promise<string> {
    const program = programOf('apps/operator');
    const settings = { AUTH_DATABASE_URL: this.databases.url('auth'), OWNER_PASSWORD: owner.password };
    const env = { PATH: process.env['PATH'], ...settings };
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], { env });
    return stdout.trim();
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.map((service) => service.stop()));
  }

  private async startAuthApi(settings: Record<string, string> = {}): Promise<void> {
    this.authApi = await this.startService('apps/auth-api', {
      AUTH_DATABASE_URL: this.databases.url('auth'),
      TOKEN_KEY: testKey,
      RESOURCE_SERVER_ID: resourceServer.id,
      RESOURCE_SERVER_SECRET: resourceServer.secret,
      DOWNLOADS_FOLDER: downloads(),
      ...settings,
    });
    this.auth = new HttpClient(this.authApi.port, 'localhost');
  }

  private async startService(
    name: 'apps/auth-api' | 'apps/shop-api' | 'apps/hooks-worker',
    settings: Record<string, string>,
  ): Promise<ServiceProcess> {
    const environment = {
      SECRETS_KEY: testSecretsKey,
      WEBHOOKS_ALLOW_LOOPBACK: 'true',
      ...this.environment,
      ...settings,
    };
    const service = await ServiceProcess.start(programOf(name), environment);
    this.running.push(service);
    return service;
  }
}
