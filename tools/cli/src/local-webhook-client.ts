import { WebhookClient, resolveByDns } from '@storewright/webhooks';

/** Posts as the worker does, to this machine, too. */
export function localExchange(): WebhookClient {
  return new WebhookClient({ policy: { allowLoopback: true }, resolve: resolveByDns() });
}
