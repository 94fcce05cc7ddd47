import { randomBytes } from 'node:crypto';
import {
  authMigrations,
  isBaseline,
  migrate,
  prepareDatabase,
  shopMigrations,
  urlAs,
} from '@storewright/schema';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import {
  clusterAt,
  distributed,
  drops,
  formCluster,
  onEachNode,
  type TestCluster,
} from './cluster-databases';

const passwords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };
const isCluster = process.env['SHOP_DATABASE_KIND'] === 'citus';

/** Some clusters run these migrations on tables with rows. The baseline ran before `distribute`. */
const later = shopMigrations.filter(({ name }) => !isBaseline(name)).map(({ name }) => name);

describe('migrations of the shop data', () => {
  (isCluster && later.length > 0 ? it : it.skip)('run on tables that are already distributed', async () => {
    const server = process.env['TEST_DATABASE_URL']!;
    const cluster = await clusterOf(server);
    const name = `test_${randomBytes(6).toString('hex')}`;
    const urlOf = (node: string) => Object.assign(new URL(node), { pathname: `/${name}` }).href;
    await onEachNode(cluster, `CREATE DATABASE ${name}`);
    try {
      const url = urlOf(server);
      await formCluster(cluster, urlOf);
      await prepareDatabase(url, ['auth', 'shop'], passwords);
      await migrated(url, 'auth', authMigrations);
      await migrated(
        url,
        'shop',
        shopMigrations.filter(({ name }) => isBaseline(name)),
      );
      await distributed(url, passwords);
      expect(await migrate({ auth: url, shop: url }, passwords)).toEqual(expect.arrayContaining(later));
    } finally {
      await onEachNode(cluster, ...drops(name));
    }
  });
});

async function clusterOf(server: string): Promise<TestCluster> {
  const client = new Client({ connectionString: server });
  await client.connect();
  try {
    return (await clusterAt(client, server))!;
  } finally {
    await client.end();
  }
}

/** Runs the migrations and records them as `migrate` does. */
async function migrated(url: string, schema: string, migrations: typeof shopMigrations): Promise<void> {
  const options = { schema, migrations, migrationsTableName: 'migrations' } as const;
  const source = new DataSource({
    ...{ type: 'postgres', url: urlAs(url, 'owner', passwords), ...options },
    migrationsTransactionMode: 'each',
  });
  await source.initialize();
  try {
    await source.runMigrations();
  } finally {
    await source.destroy();
  }
}
