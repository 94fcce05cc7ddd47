// This file contains SQL that reads the placement of shards from Citus.
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
import type { Client } from 'pg';
import { withClient } from '../database-client';
import type { TrafficTarget } from '../faults/traffic';
import { serviceNames } from '../faults/fault-platform';
import type { BenchShop } from '../people';
import { programOf, rolesOf, secretsKey } from '../stage';

/** Services and shops on a new database of the Postgres server under test. */
export class LedgerPlatform implements TrafficTarget {
  readonly shops: BenchShop[] = [];
  private readonly services = new Map<string, ServiceProcess>();

  private constructor(readonly database: TestDatabase) {}

  static async open(url: string, shops: number): Promise<LedgerPlatform> {
    process.env['TEST_DATABASE_URL'] = url;
    process.env['SHOP_DATABASE_KIND'] = (await isCluster(url)) ? 'citus' : 'postgres';
    const platform = new LedgerPlatform(await testDatabase());
    for (let count = 0; count < shops; count += 1) {
      const shop = await platform.balancedShop();
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

  /** Returns the Citus node of each shop as `host:port`, or an empty array without a Citus cluster. */
  async nodes(): Promise<string[]> {
    if (!this.isCluster) return [];
    return withClient(this.database.administratorUrl, async (client) => {
      const nodes: string[] = [];
      for (const { id } of this.shops) nodes.push(await nodeOf(client, id));
      return nodes;
    });
  }

  /**
   * Creates a shop on the Citus node with the fewest shops. The shop id determines the node, so the function
   * discards shops that are placed on other nodes.
   */
  private async balancedShop(): Promise<TestShop> {
    const shop = await aShop(this.database);
    if (!this.isCluster) return shop;
    const nodes = await this.nodes();
    const fits = await withClient(this.database.administratorUrl, async (client) => {
      const { rows } = await client.query<{ node: string }>(
        `SELECT DISTINCT nodename || ':' || nodeport AS node FROM pg_dist_shard_placement`,
      );
      const on = (node: string) => nodes.filter((each) => each === node).length;
      return on(await nodeOf(client, shop.id)) === Math.min(...rows.map(({ node }) => on(node)));
    });
    return fits ? shop : this.balancedShop();
  }

  get isCluster(): boolean {
    return process.env['SHOP_DATABASE_KIND'] === 'citus';
  }

  shopApi({ domain, token }: BenchShop): HttpClient {
    return new HttpClient(this.services.get('shop-api')!.port, `${domain}.localhost`, token);
  }

  authApi(token?: string): HttpClient {
    return new HttpClient(this.services.get('auth-api')!.port, 'localhost', token);
  }

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

function isCluster(url: string): Promise<boolean> {
  return withClient(url, async (client) => {
    const { rowCount } = await client.query(`SELECT FROM pg_extension WHERE extname = 'citus'`);
    return rowCount === 1;
  });
}
