import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule, type AccessOptions } from '@storewright/access';
import { AuthDatabase, DatabaseModule, type ReplicaOptions, ShopDatabase } from '@storewright/database';
import { requestPipeline } from './request-pipeline';
import { ResourcesModule } from './resources.module';

export interface PlatformOptions extends AccessOptions {
  /** What Postgres calls the connections. */
  applicationName: string;
  authDatabaseUrl: string;
  poolSize: number;
  shopDatabaseUrl: string;
  replicas?: ReplicaOptions;
  docsUrl: string;
}

/** What the resources of a shop stand on: both databases, who may do what, and the way of every request. */
@Module({})
export class PlatformModule {
  static forRoot(options: PlatformOptions): DynamicModule {
    const { applicationName, poolSize, authDatabaseUrl, shopDatabaseUrl } = options;
    const connection = { applicationName, poolSize };
    return {
      module: PlatformModule,
      imports: [
        DatabaseModule.forRoot(
          AuthDatabase,
          { ...connection, url: authDatabaseUrl },
          { secrets: options.secretsKeys },
        ),
        DatabaseModule.forRoot(ShopDatabase, {
          ...{ ...connection, url: shopDatabaseUrl },
          ...(options.replicas && { replicas: options.replicas }),
        }),
        AccessModule.forRoot(options),
        ResourcesModule.forRoot(),
      ],
      providers: requestPipeline(options.docsUrl),
    };
  }
}
