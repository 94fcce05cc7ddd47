import { type DynamicModule, Module } from '@nestjs/common';
import { AccessModule } from '@storewright/access';
import type { ShopApiSettings } from '@storewright/config';
import { AuthDatabase, DatabaseModule, ShopDatabase } from '@storewright/database';
import { EventLogModule } from '@storewright/event-log';
import { ResourcesModule } from '@storewright/resources';
import { ShopsModule } from '@storewright/shops';
import { WebhookDeliveriesModule } from '@storewright/webhook-deliveries';
import { IndexController } from './index.controller';
import { resourceModules } from './modules';
import { requestPipeline } from './request-pipeline';

/** The shop API: a pipeline and a list of modules. A team adds its resources in `modules.ts`. */
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
        ResourcesModule.forRoot(),
        ...resourceModules(settings),
        ShopsModule,
        EventLogModule,
        WebhookDeliveriesModule.with(settings),
      ],
      controllers: [IndexController],
      providers: requestPipeline(settings.docsUrl),
    };
  }
}
