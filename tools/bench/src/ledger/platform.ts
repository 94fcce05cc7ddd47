import {
  anAccessToken,
  aShop,
  HttpClient,
  ServiceProcess,
  type TestDatabase,
  testDatabase,
  testKey,
} from '@storewright/testing';
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
      const shop = await aShop(platform.database);
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
