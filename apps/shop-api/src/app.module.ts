import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from '@storewright/access';
import type { ShopApiSettings } from '@storewright/config';
import { AuthDatabase, DatabaseModule, ShopDatabase } from '@storewright/database';
import { EventLogModule } from '@storewright/event-log';
import { MetaModule } from '@storewright/meta';
import { WebhookDeliveriesModule } from '@storewright/webhook-deliveries';
import { collections, IndexController } from './index.controller';
import { requestPipeline } from './request-pipeline';

/** The shop API: a pipeline and a list of modules. A team adds its resources here. */
@Module({})
export class AppModule {
  static with(settings: ShopApiSettings): DynamicModule {
    const connection = { applicationName: 'storewright-shop-api', poolSize: settings.poolSize };
    return {
      module: AppModule,
      imports: [
        DatabaseModule.forRoot(AuthDatabase, { ...connection, url: settings.authDatabaseUrl }),
        DatabaseModule.forRoot(ShopDatabase, { ...connection, url: settings.shopDatabaseUrl }),
        AccessModule.forRoot(settings),
        MetaModule.withLimits(settings.meta),
        EventLogModule,
        WebhookDeliveriesModule.with({ resources: collections, shopUrl: settings.shopUrl }),
      ],
      controllers: [IndexController],
      providers: requestPipeline(settings.docsUrl),
    };
  }
}
