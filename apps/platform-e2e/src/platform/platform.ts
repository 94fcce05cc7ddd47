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

/** A migrated database. */
type Database = Pick<TestDatabase, 'url' | 'query'>;

/** A resource server that may introspect every token (RFC 7662). */
export const resourceServer = { id: 'e2e-resource-server', secret: 'a secret of the resource server' };
/** Who owns every shop. */
export const owner = { email: 'owner@example.test', password: testPassword.text };

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
    private readonly database: Database,
    private readonly environment: Record<string, string>,
  ) {}

  /** With its owner, who has no shop yet. `addressed`: the auth API starts last, and tells apps where the shop API is. `environment`: further settings of all services. */
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
      AUTH_DATABASE_URL: this.database.url('shop'),
      SHOP_DATABASE_URL: this.database.url('shop'),
    });
    this.shopApis.push(service);
    return service;
  }

  /** One more worker, which delivers webhooks to this machine. */
  startWorker(): Promise<ServiceProcess> {
    const url = this.database.url('hooks');
    return this.startService('apps/hooks-worker', { AUTH_DATABASE_URL: url, SHOP_DATABASE_URL: url });
  }

  /** The file of `storewright`, the command for developers of apps. */
  get storewright(): string {
    return programOf('tools/cli');
  }

  /** Somebody with the password of specs. In rows, as a command of the operator takes longer than most tests; that one makes the same is shown by story.spec. */
  async addPerson(email: string): Promise<void> {
    await this.database.query(
      `INSERT INTO auth.owners (id, email, email_key, name, password_hash) VALUES ($1, $2, $2, 'An owner', $3)`,
      [randomUUID(), email, testPassword.hash],
    );
  }

  /** A shop of somebody, likewise; gives its id. */
  async addShop(domain: string, email: string): Promise<string> {
    const id = randomUUID();
    await this.database.query(
      `WITH shop AS (INSERT INTO auth.shops (id, domain, name, title, description) VALUES ($1, $2, 'A shop', 'A shop', '') RETURNING id)
       INSERT INTO auth.shop_owners (shop_id, owner_id) SELECT shop.id, o.id FROM shop, auth.owners o WHERE o.email = $3`,
      [id, domain, email],
    );
    return id;
  }

  /** A command of the operator; gives its line. */
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
    this.authApi = await this.startService('apps/auth-api', {
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
