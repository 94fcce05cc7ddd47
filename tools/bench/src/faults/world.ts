import { request } from 'node:http';
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

/** Of its Postgres, and what else is another than usually. */
export interface WorldOptions extends OwnPostgresOptions {
  programs?: typeof programOf;
  /** Chooses ids of shops, where it matters. */
  newShopId?: ((postgres: OwnPostgres) => Promise<string>) | undefined;
}

/** A platform of its own behind a network that can fail. */
export class World {
  /** Those whose clients read and write, and whose events go to the receiver. */
  readonly shops: Shop[] = [];
  readonly services = new Map<ServiceName, ServiceProcess>();
  private readonly others: ServiceProcess[] = [];
  /** A second one of a service that serves, too. */
  private readonly beside = new Map<ServiceName, ServiceProcess>();
  private asked = 0;
  /** The file to run from now on. */
  programOf: (name: ServiceName) => string;

  private constructor(
    readonly postgres: OwnPostgres,
    readonly proxy: PostgresProxy,
    readonly receiver: Receiver,
    /** A little of each fault, and no verdict on times. */
    readonly short: boolean,
    private readonly options: WorldOptions,
  ) {
    this.programOf = options.programs ?? programOf;
  }

  static async open(short: boolean, options: WorldOptions = {}): Promise<World> {
    const postgres = await OwnPostgres.start({ durable: true, ...options });
    const proxy = await PostgresProxy.before(postgres.administratorUrl);
    const world = new World(postgres, proxy, await Receiver.start(), short, options);
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
    const id = await this.options.newShopId?.(this.postgres);
    const shop = await aShop(this.postgres, id === undefined ? {} : { id });
    const client = new Client({ connectionString: this.postgres.administratorUrl });
    await client.connect();
    await install(client, shop.id, [webhookUrl]);
    await client.end();
    return { ...shop, token: await anAccessToken(this.postgres, shop) };
  }

  /** The one that serves, at the address that it has had. */
  async startAgain(name: ServiceName, settings: Record<string, string> = {}): Promise<ServiceProcess> {
    const port = this.services.get(name)?.port ?? (await freePort());
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

  /** One of the program of now beside the one that serves; requests go to both for so long, in turn. Then the old one gets no more, and ends in good order. */
  async replace(name: ServiceName, bothForMs: number): Promise<number | null> {
    const [old, next] = [this.services.get(name)!, await this.start(name, {})];
    this.beside.set(name, next);
    await until('it is ready', async () => (await statusAt(next.port, '/readyz')) === 200);
    await pause(bothForMs);
    this.services.set(name, next);
    this.beside.delete(name);
    // Who got the old one's address has connected by then.
    await pause(100);
    return old.stop();
  }

  portOf(name: ServiceName): number {
    this.asked += 1;
    return ((this.asked % 2 === 0 && this.beside.get(name)) || this.services.get(name)!).port;
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

  /** Prints the last output of each service, then the error. Call it before `close`, which may fail or hang after the same cause. */
  printFailure(error: unknown): void {
    for (const [name, { said }] of this.services) process.stderr.write(`${name}: ${said.slice(-2_000)}\n`);
    process.stderr.write(`${inspect(error)}\n`);
  }

  async close(): Promise<void> {
    const all = [...this.services.values(), ...this.beside.values(), ...this.others];
    await Promise.all(all.map((service) => service.kill()));
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
    return ServiceProcess.start(this.programOf(name), {
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
