import { WebhookClient, resolveByDns } from '@storewright/webhooks';

/**
 * Creates the same webhook client as the webhook worker, except that the client also accepts URLs on this
 * machine.
 */
export function localExchange(): WebhookClient {
  return new WebhookClient({ policy: { allowLoopback: true }, resolve: resolveByDns() });
}
