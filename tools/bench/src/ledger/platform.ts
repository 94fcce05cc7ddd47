// SQL: asks Citus where shards are.
import {
  anAccessToken,
  aShop,
  HttpClient,
  ServiceProcess,
  type TestDatabase,
  testDatabase,
  testKey,
  type TestShop,
} from '@storewright/testing';
import { placementOf } from '@storewright/schema';
import { Client } from 'pg';
import type { Served } from '../faults/traffic';
import { serviceNames, type Shop } from '../faults/world';
import { programOf, rolesOf, secretsKey } from '../stage';

/** The services on a database of their own on the server that is looked at, and shops. */
export class LedgerPlatform implements Served {
  readonly shops: Shop[] = [];
  private readonly services = new Map<string, ServiceProcess>();

  private constructor(readonly database: TestDatabase) {}

  static async open(url: string, shops: number): Promise<LedgerPlatform> {
    process.env['TEST_DATABASE_URL'] = url;
    process.env['SHOP_DATABASE_KIND'] = (await isCluster(url)) ? 'citus' : 'postgres';
    const platform = new LedgerPlatform(await testDatabase());
    for (let count = 0; count < shops; count += 1) {
      const shop = await platform.shopElsewhere();
      platform.shops.push({ ...shop, token: await anAccessToken(platform.database, shop) });
    }
    for (const name of serviceNames)
      platform.services.set(
        name,
        await ServiceProcess.start(programOf(name), {
          AUTH_DATABASE_URL: platform.database.url(rolesOf[name].auth),
          SHOP_DATABASE_URL: platform.database.url(rolesOf[name].shop),
          TOKEN_KEY: testKey,
          SECRETS_KEY: secretsKey,
        }),
      );
    return platform;
  }

  /** Of each shop, the node that it is on: `host:port`; nothing where there is one Postgres. */
  async nodes(): Promise<string[]> {
    if (!this.isCluster) return [];
    return this.onCoordinator(async (client) => {
      const nodes: string[] = [];
      for (const { id } of this.shops) nodes.push(await nodeOf(client, id));
      return nodes;
    });
  }

  /** Nodes get as many shops each as they can: a shop is where its id wants it, so those that come to a fuller node are not used. */
  private async shopElsewhere(): Promise<TestShop> {
    const shop = await aShop(this.database);
    if (!this.isCluster) return shop;
    const taken = await this.nodes();
    const fits = await this.onCoordinator(async (client) => {
      const { rows } = await client.query<{ node: string }>(
        `SELECT DISTINCT nodename || ':' || nodeport AS node FROM pg_dist_shard_placement`,
      );
      const on = (node: string) => taken.filter((each) => each === node).length;
      return on(await nodeOf(client, shop.id)) === Math.min(...rows.map(({ node }) => on(node)));
    });
    return fits ? shop : this.shopElsewhere();
  }

  private async onCoordinator<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: this.database.administratorUrl });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  }

  get isCluster(): boolean {
    return process.env['SHOP_DATABASE_KIND'] === 'citus';
  }

  shopApi({ domain, token }: Shop): HttpClient {
    return new HttpClient(this.services.get('shop-api')!.port, `${domain}.localhost`, token);
  }

  authApi(token?: string): HttpClient {
    return new HttpClient(this.services.get('auth-api')!.port, 'localhost', token);
  }

  /** What the services said, for who looks why. */
  get said(): string {
    return [...this.services].map(([name, { said }]) => `${name}: ${said.slice(-2_000)}`).join('\n');
  }

  async close(): Promise<void> {
    await Promise.all([...this.services.values()].map((service) => service.kill()));
    await this.database.drop().catch(() => undefined);
  }
}

async function nodeOf(client: Client, shop_id: string): Promise<string> {
  const { node, port } = await placementOf(client, shop_id);
  return `${node}:${port}`;
}

async function isCluster(connectionString: string): Promise<boolean> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
    return rowCount === 1;
  } finally {
    await client.end();
  }
}
