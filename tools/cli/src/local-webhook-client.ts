import { WebhookClient, resolveByDns } from '@storewright/webhooks';

/** Creates a webhook client that works like the worker's but also allows targets on this machine. */
export function localExchange(): WebhookClient {
  return new WebhookClient({ policy: { allowLoopback: true }, resolve: resolveByDns() });
}
