import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { HttpClient, testKey, testSecretsKey } from '@storewright/testing';
import { builtPrograms, type Programs } from './programs';
import { ServiceProcess } from './service-process';

/** Connection strings of a migrated database, by role. */
export interface Databases {
  url(role: 'auth' | 'shop'): string;
}

/** A resource server that may introspect every token (RFC 7662). */
export const resourceServer = { id: 'e2e-resource-server', secret: 'a secret of the resource server' };
/** Who owns every shop. */
export const owner = { email: 'owner@example.test', password: 'correct horse battery staple' };

/** The platform as whoever runs it has it: one auth API and as many shop APIs as wanted, separate processes on one database. */
export class Platform {
  private readonly running: ServiceProcess[] = [];
  readonly shopApis: ServiceProcess[] = [];
  /** Without a credential. */
  auth: HttpClient;

  private constructor(
    private readonly programs: Programs,
    private readonly databases: Databases,
  ) {}

  /** With its owner, who has no shop yet. */
  static async start(databases: Databases, { shopApis = 1 } = {}): Promise<Platform> {
    const platform = new Platform(await builtPrograms(), databases);
    await Promise.all([
      platform.startAuthApi(),
      ...Array.from({ length: shopApis }, () => platform.startShopApi()),
      platform.operator('create-owner', '--email', owner.email, '--name', 'An owner'),
    ]);
    return platform;
  }

  /** One more shop API, the last of `shopApis`. */
  async startShopApi(): Promise<ServiceProcess> {
    const service = await this.startService('shop-api', {
      AUTH_DATABASE_URL: this.databases.url('shop'),
      SHOP_DATABASE_URL: this.databases.url('shop'),
    });
    this.shopApis.push(service);
    return service;
  }

  /** A command of the operator; gives its line. */
  async operator(...words: string[]): Promise<string> {
    const program = this.programs.of('operator');
    const settings = { AUTH_DATABASE_URL: this.databases.url('auth'), OWNER_PASSWORD: owner.password };
    const env = { PATH: process.env['PATH'], ...settings };
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], { env });
    return stdout.trim();
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.map((service) => service.stop()));
    this.programs.remove();
  }

  private async startAuthApi(): Promise<void> {
    const { port } = await this.startService('auth-api', {
      AUTH_DATABASE_URL: this.databases.url('auth'),
      TOKEN_KEY: testKey,
      RESOURCE_SERVER_ID: resourceServer.id,
      RESOURCE_SERVER_SECRET: resourceServer.secret,
    });
    this.auth = new HttpClient(port, 'localhost');
  }

  private async startService(
    name: 'auth-api' | 'shop-api',
    settings: Record<string, string>,
  ): Promise<ServiceProcess> {
    const environment = { SECRETS_KEY: testSecretsKey, ...settings };
    const service = await ServiceProcess.start(this.programs.of(name), environment);
    this.running.push(service);
    return service;
  }
}
