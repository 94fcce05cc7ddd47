import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule, type AccessOptions } from '@storewright/access';
import { AuthDatabase, DatabaseModule, type ReplicaOptions, ShopDatabase } from '@storewright/database';
import { requestPipeline } from './request-pipeline';
import { ResourcesModule } from './resources.module';

export interface PlatformOptions extends AccessOptions {
  applicationName: string;
  authDatabaseUrl: string;
  poolSize: number;
  shopDatabaseUrl: string;
  replicas?: ReplicaOptions;
  /** True if reads of a shop run on the Citus worker node that stores the shop. */
  readsFromNodes?: boolean;
  docsUrl: string;
}

/** Nest module that resources need: both databases, authorization and the request pipeline. */
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
