import { type DynamicModule, Injectable, Module, type OnApplicationShutdown } from '@nestjs/common';
import { getDataSourceToken, TypeOrmModule } from '@nestjs/typeorm';
import { SettingsError } from '@storewright/config';
import type { DataSource } from 'typeorm';
import { Database, type DatabaseOptions, dataSourceOptions } from './database';

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

/** Opens one of the two databases for the whole application: `DatabaseModule.forRoot(AuthDatabase, options)`. */
@Module({})
export class DatabaseModule {
  static forRoot(
    database: typeof AuthDatabase | typeof ShopDatabase,
    options: DatabaseOptions,
  ): DynamicModule {
    const name = names.get(database)!;
    const provider = {
      provide: database,
      inject: [getDataSourceToken(name)],
      useFactory: async (dataSource: DataSource) => {
        await refuseTooPowerful(dataSource);
        return new database(dataSource, options);
      },
    };
    return {
      module: DatabaseModule,
      global: true,
      imports: [
        TypeOrmModule.forRoot({
          ...dataSourceOptions(options),
          name,
          retryAttempts: 3,
          retryDelay: 2000,
        }),
      ],
      providers: [provider],
      exports: [database],
    };
  }
}

/** Tenants are kept apart by row-level security, so a service does not start as a role that it does not hold for (docs/contract.md §8.2). */
async function refuseTooPowerful(dataSource: DataSource): Promise<void> {
  const [role] = await dataSource.query<{ name: string; powerful: boolean }[]>(
    'SELECT rolname AS name, rolsuper OR rolbypassrls AS powerful FROM pg_roles WHERE rolname = current_user',
  );
  if (!role?.powerful) return;
  throw new SettingsError(
    `the database role "${role.name}" can bypass row-level security: connect as storewright_auth or storewright_shop.`,
  );
}
