import { WebhookClient, resolveByDns } from '@storewright/webhooks';

/** Creates a webhook client like the worker's client that also accepts URLs on this machine. */
export function localExchange(): WebhookClient {
  return new WebhookClient({ policy: { allowLoopback: true }, resolve: resolveByDns() });
}
