import { type DynamicModule, Module } from '@nestjs/common';
import type { ShopApiSettings } from '@storewright/config';
import { EventLogModule } from '@storewright/event-log';
import { ImageStorageModule } from '@storewright/images';
import { OpenapiModule } from '@storewright/openapi';
import { PlatformModule } from '@storewright/resources';
import { ShopsModule } from '@storewright/shops';
import { WebhookDeliveriesModule } from '@storewright/webhook-deliveries';
import { apiDescription } from './api-description';
import { IndexController } from './index.controller';
import { resourceModules } from './modules';
import { TestShopJob } from './test-shops/test-shop-job';

@Module({})
export class AppModule {
  static with(settings: ShopApiSettings): DynamicModule {
    return {
      module: AppModule,
      imports: [
        PlatformModule.forRoot({ ...settings, applicationName: 'storewright-shop-api' }),
        ImageStorageModule.forRoot(settings.imageStore),
        ...resourceModules(settings),
        ShopsModule,
        EventLogModule,
        WebhookDeliveriesModule.with(settings),
        OpenapiModule.forRoot(apiDescription),
      ],
      controllers: [IndexController],
      providers: [TestShopJob],
    };
  }
}
