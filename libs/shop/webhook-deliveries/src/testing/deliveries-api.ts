import { anApi, type TestApi } from '@storewright/api-testing';
import { MetaModule } from '@storewright/meta';
import { WebhookDeliveriesModule } from '../webhook-deliveries.module';

/** Deliveries, and meta objects, whose events are delivered. */
export const startDeliveriesApi = (environment: Record<string, string> = {}): Promise<TestApi> =>
  anApi((settings) => [MetaModule.forRoot(settings.meta), WebhookDeliveriesModule.with(settings)], {
    environment,
  });
