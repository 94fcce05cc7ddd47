import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule, type AccessOptions } from '@storewright/access';
import { AuthDatabase, DatabaseModule, type ReplicaOptions, ShopDatabase } from '@storewright/database';
import { requestPipeline } from './request-pipeline';
import { ResourcesModule } from './resources.module';

export interface PlatformOptions extends AccessOptions {
  /** Value of `application_name` in Postgres connections. */
  applicationName: string;
  authDatabaseUrl: string;
  poolSize: number;
  shopDatabaseUrl: string;
  replicas?: ReplicaOptions;
  /** True if a Citus cluster runs reads of a shop on the worker node that stores the shop. */
  readsFromNodes?: boolean;
  docsUrl: string;
}

/**
 * Nest module with everything that resources need: both databases, authorization and the request pipeline.
 */
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
          readsFromNodes: options.readsFromNodes ?? false,
        }),
        AccessModule.forRoot(options),
        ResourcesModule.forRoot(),
      ],
      providers: requestPipeline(options.docsUrl),
    };
  }
}
