import { randomUUID } from 'node:crypto';
import { aDelivery, aStream } from '@storewright/api-testing';
import type { Conformance } from '@storewright/conformance';
import { deliveriesSample } from '../deliveries/deliveries.sample';
import { webhookStatisticsSample } from '../statistics/webhook-statistics.sample';
import { streamsSample } from '../streams/streams.sample';
import { WebhookDeliveriesModule } from '../webhook-deliveries.module';

export const conformance: Conformance = {
  modules: (settings) => [WebhookDeliveriesModule.with(settings)],
  samples: [deliveriesSample, streamsSample, webhookStatisticsSample],
  tables: ['shop.webhook_streams', 'shop.webhook_deliveries', 'shop.webhook_attempts'],
  fill: async ({ database, tenant }) => {
    const installation_id = randomUUID();
    await aStream(database, tenant.shop, { installation_id });
    await aDelivery(database, tenant.shop, { installation_id }, [{}]);
  },
};
