import type { Command } from '../command-line';

const usage = `storewright listen --to <address> [--since <sequence>] [--type <event>]… [--base-url <address>]

Posts the events of a shop to a URL on this machine in order, signed like webhooks of the platform.

  --to        the URL, such as http://localhost:4000/webhooks
  --since     starts after this sequence number; 0 starts with the oldest stored event
              (default: new events only)
  --type      posts only events of this type, such as meta.created; can be repeated
  --base-url  URL of the shop, replaces STOREWRIGHT_BASE_URL

Environment:
  STOREWRIGHT_BASE_URL  URL of the shop, such as http://demo-shop.localhost:3000
  STOREWRIGHT_TOKEN     token of the shop with events.collection, and <resource>.get for each resource
  WEBHOOK_SECRET        secret (whsec_…) that signs the events, which the receiver must know
`;

/** Imports the module on demand, because the webhook client dominates the start time. */
export const listen: Command = {
  usage,
  run: async (words, terminal) => (await import('../listening')).listening(words, terminal),
};
