import { request } from 'node:http';
import {
  anAccessToken,
  aShop,
  HttpClient,
  OwnPostgres,
  type OwnPostgresOptions,
  PostgresProxy,
  type Received,
  Receiver,
  ServiceProcess,
  testKey,
} from '@storewright/testing';
import { Client } from 'pg';
import { programOf, rolesOf, secretsKey, type ServiceName } from '../stage';
import { install } from '../webhooks/subscribed-shop';

export const serviceNames = ['shop-api', 'auth-api', 'hooks-worker'] as const satisfies ServiceName[];

/** A shop, with a token of all scopes. */
export interface Shop {
  id: string;
  domain: string;
  token: string;
}

/** A platform of its own behind a network that can fail. */
export class World {
  /** Those whose clients read and write, and whose events go to the receiver. */
  readonly shops: Shop[] = [];
  readonly services = new Map<ServiceName, ServiceProcess>();
  private readonly others: ServiceProcess[] = [];

  private constructor(
    readonly postgres: OwnPostgres,
    readonly proxy: PostgresProxy,
    readonly receiver: Receiver,
    /** A little of each fault, and no verdict on times. */
    readonly short: boolean,
  ) {}

  /** `options`: of its Postgres. */
  static async open(short: boolean, options: OwnPostgresOptions = {}): Promise<World> {
    const postgres = await OwnPostgres.start({ durable: true, ...options });
    const proxy = await PostgresProxy.before(postgres.administratorUrl);
    const world = new World(postgres, proxy, await Receiver.start(), short);
    try {
      for (let count = 0; count < (short ? 2 : 3); count += 1)
        world.shops.push(await world.makeShop(world.receiver.url));
      await Promise.all(serviceNames.map((name) => world.startAgain(name)));
    } catch (error) {
      await world.close();
      throw error;
    }
    return world;
  }

  async makeShop(webhookUrl: string): Promise<Shop> {
    const shop = await aShop(this.postgres);
    const client = new Client({ connectionString: this.postgres.administratorUrl });
    await client.connect();
    await install(client, shop.id, [webhookUrl]);
    await client.end();
    return { ...shop, token: await anAccessToken(this.postgres, shop) };
  }

  /** The one that serves, at the address that it has had. */
  async startAgain(name: ServiceName, settings: Record<string, string> = {}): Promise<ServiceProcess> {
    const port = this.services.get(name)?.port ?? 0;
    const service = await this.start(name, { PORT: String(port), ...settings });
    this.services.set(name, service);
    return service;
  }

  /** One more, beside the one that serves. */
  async startAnother(name: ServiceName, settings: Record<string, string> = {}): Promise<ServiceProcess> {
    const service = await this.start(name, settings);
    this.others.push(service);
    return service;
  }

  portOf(name: ServiceName): number {
    return this.services.get(name)!.port;
  }

  /** The status of its answer, 0 where there is none. */
  ready(name: ServiceName): Promise<number> {
    return statusAt(this.portOf(name), '/readyz');
  }

  shopApi({ domain, token }: Shop, port = this.portOf('shop-api')): HttpClient {
    return new HttpClient(port, `${domain}.localhost`, token);
  }

  authApi(token?: string, port = this.portOf('auth-api')): HttpClient {
    return new HttpClient(port, 'localhost', token);
  }

  /** Answers webhooks so from now on. */
  set reply(reply: (received: Received) => number) {
    this.receiver.reply = reply;
  }

  async close(): Promise<void> {
    await Promise.all([...this.services.values(), ...this.others].map((service) => service.kill()));
    await this.receiver.stop();
    await this.proxy.close();
    await this.postgres.drop();
  }

  /** The settings with which it reaches the databases. */
  databasesOf(name: ServiceName, proxy = this.proxy): Record<string, string> {
    const { auth, shop } = rolesOf[name];
    const through = (role: 'auth' | 'shop' | 'hooks') => proxy.through(this.postgres.url(role));
    return { AUTH_DATABASE_URL: through(auth), SHOP_DATABASE_URL: through(shop) };
  }

  private start(name: ServiceName, settings: Record<string, string>): Promise<ServiceProcess> {
    return ServiceProcess.start(programOf(name), {
      ...this.databasesOf(name),
      TOKEN_KEY: testKey,
      SECRETS_KEY: secretsKey,
      // The receivers are on this machine.
      WEBHOOKS_ALLOW_LOOPBACK: 'true',
      ...settings,
    });
  }
}

/** Of an answer at this address of this machine; 0 where there is none. */
export function statusAt(port: number, path: string): Promise<number> {
  return new Promise((done) => {
    const sent = request({ host: '127.0.0.1', port, path, agent: false }, (response) => {
      response.resume();
      done(response.statusCode!);
    });
    sent.once('error', () => done(0));
    sent.end();
  });
}

export const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));
