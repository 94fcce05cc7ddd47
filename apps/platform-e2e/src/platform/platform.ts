import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import {
  HttpClient,
  ServiceProcess,
  testKey,
  testPassword,
  testSecretsKey,
  type TestDatabase,
} from '@storewright/testing';
import { downloads, programOf } from './programs';

type Database = Pick<TestDatabase, 'url' | 'query'>;

/** Credentials of a resource server that can introspect every token (RFC 7662). */
export const resourceServer = { id: 'e2e-resource-server', secret: 'a secret of the resource server' };
export const owner = { email: 'owner@example.test', password: testPassword.text };

interface PlatformOptions {
  shopApis?: number;
  addressed?: boolean;
  environment?: Record<string, string>;
}

/**
 * The platform as an operator runs it: one auth API and any number of shop APIs, in separate processes on one
 * database.
 */
export class Platform {
  private readonly running: ServiceProcess[] = [];
  readonly shopApis: ServiceProcess[] = [];
  authApi: ServiceProcess;
  auth: HttpClient;

  private constructor(
    private readonly database: Database,
    private readonly environment: Record<string, string>,
  ) {}

  /**
   * Starts a platform with an owner, but without shops. If `addressed` is true, the auth API starts last and
   * knows the URL of the shop API, which it reports to apps. `environment` adds settings to all services, and
   * AUTH_URL in it sets the port of the auth API.
   */
  static async start(
    database: Database,
    { shopApis = 1, addressed = false, environment = {} }: PlatformOptions = {},
  ): Promise<Platform> {
    const platform = new Platform(database, environment);
    await Promise.all([
      ...(addressed ? [] : [platform.startAuthApi()]),
      ...Array.from({ length: shopApis }, () => platform.startShopApi()),
      platform.addPerson(owner.email),
    ]);
    if (addressed) await platform.startAuthApi({ SHOP_URL: platform.shopUrl });
    return platform;
  }

  /** URL of the first shop API. `{shop}` is a placeholder for the domain of a shop. */
  get shopUrl(): string {
    return `http://{shop}.localhost:${this.shopApis[0]!.port}`;
  }

  get authUrl(): string {
    return `http://localhost:${this.auth.port}`;
  }

  async startShopApi(): Promise<ServiceProcess> {
    const service = await this.startService('apps/shop-api', {
      AUTH_DATABASE_URL: this.database.url('shop'),
      SHOP_DATABASE_URL: this.database.url('shop'),
    });
    this.shopApis.push(service);
    return service;
  }

  /** Starts a webhook worker that can deliver to loopback addresses. */
  startWorker(): Promise<ServiceProcess> {
    const url = this.database.url('hooks');
    return this.startService('apps/hooks-worker', { AUTH_DATABASE_URL: url, SHOP_DATABASE_URL: url });
  }

  startMcp(): Promise<ServiceProcess> {
    const settings = { SHOP_API_URL: `http://127.0.0.1:${this.shopApis[0]!.port}`, AUTH_URL: this.authUrl };
    return this.startService('apps/mcp', settings);
  }

  get storewright(): string {
    return programOf('tools/cli');
  }

  /**
   * Inserts an account with the password of the specs into the database, which is faster than the operator
   * command create-owner.
   */
  async addPerson(email: string): Promise<void> {
    await this.database.query(
      `INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, 'An owner', $3)`,
      [randomUUID(), email, testPassword.hash],
    );
  }

  async addShop(domain: string, email: string): Promise<string> {
    const id = randomUUID();
    await this.database.query(
      `WITH shop AS (
         INSERT INTO auth.shops (id, domain, name, title, description)
         VALUES ($1, $2, 'A shop', 'A shop', '') RETURNING id)
       INSERT INTO auth.shop_owners (shop_id, owner_id)
       SELECT shop.id, o.id FROM shop, auth.owners o WHERE o.email = $3`,
      [id, domain, email],
    );
    return id;
  }

  async operator(...words: string[]): Promise<string> {
    const program = programOf('apps/operator');
    const settings = { AUTH_DATABASE_URL: this.database.url('auth'), OWNER_PASSWORD: owner.password };
    const env = { PATH: process.env['PATH'], ...settings };
    const { stdout } = await promisify(execFile)(process.execPath, [program, ...words], { env });
    return stdout.trim();
  }

  async stop(): Promise<void> {
    await Promise.all(this.running.map((service) => service.stop()));
  }

  private async startAuthApi(settings: Record<string, string> = {}): Promise<void> {
    const { AUTH_URL } = this.environment;
    this.authApi = await this.startService('apps/auth-api', {
      ...(AUTH_URL !== undefined && { PORT: new URL(AUTH_URL).port }),
      AUTH_DATABASE_URL: this.database.url('auth'),
      TOKEN_KEY: testKey,
      RESOURCE_SERVER_ID: resourceServer.id,
      RESOURCE_SERVER_SECRET: resourceServer.secret,
      DOWNLOADS_FOLDER: downloads(),
      ...settings,
    });
    this.auth = new HttpClient(this.authApi.port, 'localhost');
  }

  private async startService(
    name: 'apps/auth-api' | 'apps/shop-api' | 'apps/hooks-worker' | 'apps/mcp',
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
