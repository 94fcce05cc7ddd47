import { anApi, type TestApi } from '@storewright/api-testing';
import { CatalogModule } from '@storewright/catalog';
import { WebhookDeliveriesModule } from '../webhook-deliveries.module';

export const startDeliveriesApi = (environment: Record<string, string> = {}): Promise<TestApi> =>
  anApi((settings) => [CatalogModule, WebhookDeliveriesModule.with(settings)], {
    environment,
  });
