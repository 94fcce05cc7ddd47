export { bodyOf, eventOf, headersOf, type SentEvent } from './message';
export { mintWebhookSecret } from './webhook-secret';
