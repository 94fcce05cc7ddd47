export { deliveries } from './deliveries/delivery.resource';
export { webhookStatistics } from './statistics/webhook-statistics.resource';
export { streams } from './streams/stream.resource';
export { WebhookDeliveriesModule } from './webhook-deliveries.module';
