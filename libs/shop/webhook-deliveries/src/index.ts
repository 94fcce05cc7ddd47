export * from './deliveries/delivery.resource';
export * from './statistics/webhook-statistics.resource';
export * from './streams/stream.resource';
export * from './webhook-deliveries.module';
