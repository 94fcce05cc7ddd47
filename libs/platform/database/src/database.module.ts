import { type DynamicModule, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { SettingsError } from '@storewright/config';
import type { Client } from 'pg';
import { DataSource } from 'typeorm';
import { openWithoutConnection } from './data-source-rules';
import { Database, type DatabaseOptions, dataSourceOptions } from './database';
import { compareKeys, type ServiceKeys } from './key-checks';
import { refuseOtherKind } from './database-kind';

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
  static forRoot(
    database: typeof AuthDatabase | typeof ShopDatabase,
    options: DatabaseOptions,
    keys?: ServiceKeys,
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
          if (keys) await compareKeys(client, keys);
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
      providers: [provider],
      exports: [database],
    };
  }
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
