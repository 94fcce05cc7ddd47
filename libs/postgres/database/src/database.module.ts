import {
  type DynamicModule,
  type FactoryProvider,
  Injectable,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { SettingsError } from '@storewright/config';
import { plainTopology, sqlState } from '@storewright/postgres-driver';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { openWithoutConnection } from './data-source-rules';
import { Database } from './database';
import { authTopology, type DatabaseOptions, dataSourceOptions, shopTopology } from './database-options';
import { verifyDistribution } from './distribution';
import { compareKeys, type ServiceKeys } from './key-checks';
import { ReadReplicas } from './read-replicas';
import { ShardReads } from './shard-reads';

/** The auth database: shop directory, owners, apps, installations, tokens and audit log. */
@Injectable()
export class AuthDatabase extends Database implements OnApplicationShutdown {
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}

/** The shop database: all tables with a `shop_id`, which apps can read and write. */
@Injectable()
export class ShopDatabase extends Database implements OnApplicationShutdown {
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}

const names = new Map<unknown, string>([
  [AuthDatabase, 'auth'],
  [ShopDatabase, 'shop'],
]);

/**
 * Opens the auth database or the shop database for the whole application:
 * `DatabaseModule.forRoot(AuthDatabase, options)`.
 */
@Module({})
export class DatabaseModule {
  /**
   * `keys` are the encryption keys of the service. The module checks whether the stored data was encrypted
   * with these keys.
   */
  static forRoot(
    database: typeof AuthDatabase | typeof ShopDatabase,
    given: DatabaseOptions,
    keys?: ServiceKeys,
  ): DynamicModule {
    const name = names.get(database)!;
    const isShop = database === ShopDatabase;
    const options = { topology: isShop ? shopTopology() : authTopology(), ...given };
    const provider = {
      provide: database,
      inject: [getDataSourceToken(name)],
      useFactory: async (dataSource: DataSource) => {
        const opened = new database(dataSource, options);
        await opened.start(async (client) => {
          await refuseBypassingRole(client);
          if (opened instanceof ShopDatabase) await verifyDistribution(client, opened.topology);
          if (keys) await compareKeys(client, keys).catch(ignoreMissingSchema);
        });
        return isShop ? readingFromNodes(opened, options) : opened;
      },
    };
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          name,
          useFactory: () => ({ ...dataSourceOptions(options), retryAttempts: 0 }),
          dataSourceFactory: async (sourceOptions) => {
            const dataSource = new DataSource(sourceOptions!);
            openWithoutConnection(dataSource);
            return dataSource;
          },
        }),
      ],
      providers: [provider, ...(isShop ? [replicasOf(options)] : [])],
      exports: [database, ...(isShop ? [ReadReplicas] : [])],
    };
  }
}

/**
 * Ignores missing tables, so that a service can start on a database without migrations. The service is not
 * ready until the operator migrates the database.
 */
function ignoreMissingSchema(error: unknown): void {
  if (!/^(?:42P01|3F000|42501)$/.test(sqlState(error) ?? '')) throw error;
}

function replicasOf(options: DatabaseOptions): FactoryProvider {
  const { urls, maxLagMs } = options.replicas ?? { urls: [], maxLagMs: 0 };
  return {
    provide: ReadReplicas,
    inject: [ShopDatabase],
    useFactory: async (primary: ShopDatabase) => {
      const opened = await Promise.all(urls.map((url) => openReplica({ ...options, url })));
      const replicas = new ReadReplicas(primary, opened, maxLagMs);
      await replicas.start();
      return replicas;
    },
  };
}

function readingFromNodes(opened: Database, options: DatabaseOptions): Database {
  if (options.readsFromNodes) opened.readFrom(new ShardReads(opened, (node) => openNode(options, node)));
  return opened;
}

/** Opens a worker node of a Citus cluster. On a worker node, shards are ordinary Postgres tables. */
function openNode(options: DatabaseOptions, node: string): Promise<Database> {
  const url = Object.assign(new URL(options.url), { host: node }).href;
  return openReplica({ ...options, url, topology: plainTopology });
}

async function openReplica(options: DatabaseOptions): Promise<Database> {
  const dataSource = new DataSource(dataSourceOptions(options));
  openWithoutConnection(dataSource);
  await dataSource.initialize();
  const replica = new Database(dataSource, options);
  await replica.start(refuseBypassingRole);
  return replica;
}

/**
 * Throws if the database role bypasses row-level security, because row-level security separates the shops
 * (docs/contract.md §8.2).
 */
async function refuseBypassingRole(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; bypasses: boolean }>(
    'SELECT rolname AS name, rolsuper OR rolbypassrls AS bypasses FROM pg_roles WHERE rolname = current_user',
  );
  const [role] = rows;
  if (!role?.bypasses) return;
  throw new SettingsError(
    `the database role "${role.name}" can bypass row-level security: connect as storewright_auth or storewright_shop.`,
  );
}
