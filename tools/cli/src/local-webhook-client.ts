import { WebhookClient, resolveByDns } from '@storewright/webhooks';

/** Sends as the worker does, also to this machine. */
export function localExchange(): WebhookClient {
  return new WebhookClient({ policy: { allowLoopback: true }, resolve: resolveByDns() });
}
