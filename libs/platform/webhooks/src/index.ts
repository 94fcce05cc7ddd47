export { delayMsOf } from './counts/delay';
export { WebhookCounts } from './counts/webhook-counts';
export { EXCHANGE_TIMEOUT_MS, isSuccess, type Outcome, WebhookClient } from './exchange/webhook-client';
export { RedactionJob } from './redactions/redaction-job';
export { retryAfterOf } from './schedule/schedule';
export { isForbiddenAddress, refusedRanges, type TargetPolicy } from './targets/forbidden-address';
export { isLocalhost, resolveByDns } from './targets/resolve';
export { hostOf, problemOfWebhookUrl } from './targets/webhook-url';
export { DeliveryScheduler } from './streams/delivery-scheduler';
export {
  type AnnouncedRedaction,
  DeliveryObserver,
  type ExpiredRange,
  type ExpiryWarning,
  type RedactionReceipt,
  type SkippedItem,
  type StateChange,
} from './streams/observer';
export { Retention } from './streams/retention';
export { WEBHOOK_SETTINGS, type WebhookSettings, workerPace } from './streams/settings';
export { skipStatements } from './streams/skip-event';
export { firstPage, WebhookReceivers } from './streams/webhook-receivers';
export { DeliveryModule } from './streams/worker.module';
export { WebhookAttempt } from './webhook-attempt.entity';
export {
  type DeliveryKind,
  deliveryKinds,
  type DeliveryStatus,
  deliveryStatuses,
  WebhookDelivery,
} from './webhook-delivery.entity';
export { type StreamState, streamStates, WebhookStream } from './webhook-stream.entity';
