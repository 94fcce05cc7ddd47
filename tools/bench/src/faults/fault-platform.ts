import { setTimeout as pause } from 'node:timers/promises';
import { inspect } from 'node:util';
import {
  anAccessToken,
  aShop,
  freePort,
  HttpClient,
  OwnPostgres,
  type OwnPostgresOptions,
  PostgresProxy,
  type Received,
  Receiver,
  ServiceProcess,
  testKey,
  until,
} from '@storewright/testing';
import { withClient } from '../database-client';
import { statusOf } from '../http';
import type { BenchShop } from '../people';
import { programOf, rolesOf, secretsKey, type ServiceName } from '../stage';
import { installApps } from '../webhooks/subscribed-shop';

export const serviceNames = ['shop-api', 'auth-api', 'hooks-worker'] as const satisfies ServiceName[];

export interface FaultPlatformOptions extends OwnPostgresOptions {
  programs?: typeof programOf;
  /** Chooses the ids of new shops, for example to place the shops on alternating cluster nodes. */
  newShopId?: ((postgres: OwnPostgres) => Promise<string>) | undefined;
}

/** A separate platform for fault injection, with a proxy between its services and Postgres. */
export class FaultPlatform {
  /** Shops that test clients read and write. The webhook receiver gets the events of these shops. */
  readonly shops: BenchShop[] = [];
  readonly services = new Map<ServiceName, ServiceProcess>();
  private readonly extra: ServiceProcess[] = [];
  /** New instances of services that handle requests together with the old instances during `replace`. */
  private readonly replacements = new Map<ServiceName, ServiceProcess>();
  private requestCount = 0;
  /** Returns the program to run at the next start of a service. */
  programOf: (name: ServiceName) => string;

  private constructor(
    readonly postgres: OwnPostgres,
    readonly proxy: PostgresProxy,
    readonly receiver: Receiver,
    /** If true, shortens each fault and omits verdicts on times. */
    readonly short: boolean,
    private readonly options: FaultPlatformOptions,
  ) {
    this.programOf = options.programs ?? programOf;
  }

  static async open(short: boolean, options: FaultPlatformOptions = {}): Promise<FaultPlatform> {
    const postgres = await OwnPostgres.start({ durable: true, ...options });
    const proxy = await PostgresProxy.before(postgres.administratorUrl);
    const platform = new FaultPlatform(postgres, proxy, await Receiver.start(), short, options);
    try {
      for (let count = 0; count < (short ? 2 : 3); count += 1)
        platform.shops.push(await platform.makeShop(platform.receiver.url));
      await Promise.all(serviceNames.map((name) => platform.restart(name)));
    } catch (error) {
      await platform.close();
      throw error;
    }
    return platform;
  }

  async makeShop(webhookUrl: string): Promise<BenchShop> {
    const id = await this.options.newShopId?.(this.postgres);
    const shop = await aShop(this.postgres, id === undefined ? {} : { id });
    await withClient(this.postgres.administratorUrl, (client) => installApps(client, shop.id, [webhookUrl]));
    return { ...shop, token: await anAccessToken(this.postgres, shop) };
  }

  async restart(name: ServiceName, settings: Record<string, string> = {}): Promise<ServiceProcess> {
    const port = this.services.get(name)?.port ?? (await freePort());
    const service = await this.start(name, { PORT: String(port), ...settings });
    this.services.set(name, service);
    return service;
  }

  /** Starts an additional instance of a service, which gets no traffic. */
  async startExtra(name: ServiceName, settings: Record<string, string> = {}): Promise<ServiceProcess> {
    const service = await this.start(name, settings);
    this.extra.push(service);
    return service;
  }

  /**
   * Starts a new instance of a service, alternates requests between both instances for `bothForMs`, and stops
   * the old instance. Returns the exit code of the old instance.
   */
  async replace(name: ServiceName, bothForMs: number): Promise<number | null> {
    const [old, next] = [this.services.get(name)!, await this.start(name, {})];
    this.replacements.set(name, next);
    await until('it is ready', async () => (await statusOf({ port: next.port, path: '/readyz' })) === 200);
    await pause(bothForMs);
    this.services.set(name, next);
    this.replacements.delete(name);
    // Waits for requests that are about to connect to the port of the old instance.
    await pause(100);
    return old.stop();
  }

  portOf(name: ServiceName): number {
    this.requestCount += 1;
    return ((this.requestCount % 2 === 0 && this.replacements.get(name)) || this.services.get(name)!).port;
  }

  ready(name: ServiceName): Promise<number> {
    return statusOf({ port: this.portOf(name), path: '/readyz' });
  }

  shopApi({ domain, token }: BenchShop, port = this.portOf('shop-api')): HttpClient {
    return new HttpClient(port, `${domain}.localhost`, token);
  }

  authApi(token?: string, port = this.portOf('auth-api')): HttpClient {
    return new HttpClient(port, 'localhost', token);
  }

  set reply(reply: (received: Received) => number) {
    this.receiver.reply = reply;
  }

  /**
   * Prints the last output of each service, then the error. Call before `close`, because `close` can fail or
   * hang for the same reason as the test.
   */
  printFailure(error: unknown): void {
    for (const [name, { said }] of this.services) process.stderr.write(`${name}: ${said.slice(-2_000)}\n`);
    process.stderr.write(`${inspect(error)}\n`);
  }

  async close(): Promise<void> {
    const all = [...this.services.values(), ...this.replacements.values(), ...this.extra];
    await Promise.all(all.map((service) => service.kill()));
    await this.receiver.stop();
    await this.proxy.close();
    await this.postgres.drop();
  }

  databasesOf(name: ServiceName, proxy = this.proxy): Record<string, string> {
    const { auth, shop } = rolesOf[name];
    const through = (role: 'auth' | 'shop' | 'hooks') => proxy.through(this.postgres.url(role));
    return { AUTH_DATABASE_URL: through(auth), SHOP_DATABASE_URL: through(shop) };
  }

  private start(name: ServiceName, settings: Record<string, string>): Promise<ServiceProcess> {
    return ServiceProcess.start(this.programOf(name), {
      ...this.databasesOf(name),
      TOKEN_KEY: testKey,
      SECRETS_KEY: secretsKey,
      // Allows webhooks to loopback addresses, because the webhook receivers run on this machine.
      WEBHOOKS_ALLOW_LOOPBACK: 'true',
      ...settings,
    });
  }
}
