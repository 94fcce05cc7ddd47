import { type DynamicModule, Module } from '@nestjs/common';
import { Deliveries } from './deliveries/deliveries';
import { DeliveriesController } from './deliveries/deliveries.controller';
import { DeliveryRequests } from './deliveries/delivery-requests';
import { Subscriptions } from './deliveries/subscription';
import { SkippedEvents } from './deliveries/skipped-events';
import { TestLimit } from './deliveries/test-limit';
import { TEST_MATERIAL, type TestMaterial } from './deliveries/test-event';
import { ResourceRegistry } from '@storewright/resources';
import { WebhookStatistics } from './statistics/webhook-statistics';
import { WebhookStatisticsController } from './statistics/webhook-statistics.controller';
import { Streams } from './streams/streams';
import { StreamsController } from './streams/streams.controller';

/**
 * Routes with which developers and shop owners read, replay and skip webhook deliveries (docs/contract.md
 * §6).
 */
@Module({})
export class WebhookDeliveriesModule {
  static with({ shopUrl }: Pick<TestMaterial, 'shopUrl'>): DynamicModule {
    return {
      module: WebhookDeliveriesModule,
      controllers: [DeliveriesController, StreamsController, WebhookStatisticsController],
      providers: [
        { provide: TEST_MATERIAL, inject: [ResourceRegistry], useFactory: testMaterial(shopUrl) },
        ...[
          Deliveries,
          DeliveryRequests,
          SkippedEvents,
          Subscriptions,
          TestLimit,
          Streams,
          WebhookStatistics,
        ],
      ],
    };
  }
}

/**
 * The resources for webhook tests are computed at the first use, because not all resources are known before
 * the service has started.
 */
const testMaterial =
  (shopUrl: string) =>
  (registry: ResourceRegistry): TestMaterial => ({
    get resources() {
      return registry.all.map(({ resource }) => resource);
    },
    shopUrl,
  });
