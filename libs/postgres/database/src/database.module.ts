import {
  type DynamicModule,
  type FactoryProvider,
  Injectable,
  Module,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { SettingsError } from '@storewright/config';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { openWithoutConnection } from './data-source-rules';
import { Database, type DatabaseOptions, dataSourceOptions } from './database';
import { sqlState } from './database-errors';
import { compareKeys, type ServiceKeys } from './key-checks';
import { refuseOtherKind } from './database-kind';
import { ReadReplicas } from './read-replicas';

/** Shops directory, owners, apps, installations, tokens, audit log. */
@Injectable()
export class AuthDatabase extends Database implements OnApplicationShutdown {
  onApplicationShutdown(): Promise<void> {
    return this.close();
  }
}

/** Everything with a `shop_id` that apps read and write. */
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

/** Opens one of the two databases for the whole application: `DatabaseModule.forRoot(AuthDatabase, options)`. `keys`: of the service, of which the auth data knows. */
@Module({})
export class DatabaseModule {
  /** `replicas`: of the shop data. */
  static forRoot(
    database: typeof AuthDatabase | typeof ShopDatabase,
    options: DatabaseOptions,
    keys?: ServiceKeys,
    replicas: ReplicaOptions = { urls: [], maxLagMs: 0 },
  ): DynamicModule {
    const name = names.get(database)!;
    // The auth data is on no cluster: it is small.
    const connecting: DatabaseOptions =
      database === AuthDatabase ? { ...options, kind: 'postgres' } : options;
    const provider = {
      provide: database,
      inject: [getDataSourceToken(name)],
      useFactory: async (dataSource: DataSource) => {
        const opened = new database(dataSource, connecting);
        await opened.start(async (client) => {
          await refuseTooPowerful(client);
          if (opened instanceof ShopDatabase) await refuseOtherKind(client, opened.kind);
          if (keys) await compareKeys(client, keys).catch(ignoreAbsentSchema);
        });
        return opened;
      },
    };
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRootAsync({
          name,
          useFactory: () => ({ ...dataSourceOptions(connecting), retryAttempts: 0 }),
          dataSourceFactory: async (given) => {
            const dataSource = new DataSource(given!);
            openWithoutConnection(dataSource);
            return dataSource;
          },
        }),
      ],
      providers: [provider, ...(database === ShopDatabase ? [replicasOf(connecting, replicas)] : [])],
      exports: [database, ...(database === ShopDatabase ? [ReadReplicas] : [])],
    };
  }
}

/** A database that is not migrated has no keys to compare with. The service starts, and is not ready until it is migrated. */
function ignoreAbsentSchema(error: unknown): void {
  if (!/^(?:42P01|3F000|42501)$/.test(sqlState(error) ?? '')) throw error;
}

export interface ReplicaOptions {
  /** `postgres://…` of each, as the same role. */
  urls: readonly string[];
  maxLagMs: number;
}

function replicasOf(options: DatabaseOptions, { urls, maxLagMs }: ReplicaOptions): FactoryProvider {
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

/** One that is away is waited for, as any database is. */
async function openReplica(options: DatabaseOptions): Promise<Database> {
  const dataSource = new DataSource(dataSourceOptions(options));
  openWithoutConnection(dataSource);
  await dataSource.initialize();
  const replica = new Database(dataSource, options);
  await replica.start(refuseTooPowerful);
  return replica;
}

/** Tenants are kept apart by row-level security, so a service does not start as a role that it does not hold for (docs/contract.md §8.2). */
async function refuseTooPowerful(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string; powerful: boolean }>(
    'SELECT rolname AS name, rolsuper OR rolbypassrls AS powerful FROM pg_roles WHERE rolname = current_user',
  );
  const [role] = rows;
  if (!role?.powerful) return;
  throw new SettingsError(
    `the database role "${role.name}" can bypass row-level security: connect as storewright_auth or storewright_shop.`,
  );
}
