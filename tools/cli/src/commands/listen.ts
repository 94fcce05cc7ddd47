import type { Command } from '../command-line';

const usage = `storewright listen --to <address> [--since <sequence>] [--type <event>]… [--simulate <condition>]
                   [--base-url <address>]
storewright listen --print-secret

  --to            the URL, such as http://localhost:4000/webhooks
  --since         starts after this sequence number; 0 starts with the oldest stored event
                  (default: new events only)
  --type          posts only events of this type, such as meta.created; can be repeated
  --simulate      429        the first attempt of each event fails before it reaches the URL; the second follows
                             after 2 s
                  503        the response to the first attempt of each event is lost; the event is posted again
                             after 2 s
                  slow       each event arrives 10 s after it occurred
                  duplicate  each event is posted twice, with the same webhook-id
                  reorder    two successive events are posted in reverse order; an event without a successor is
                             posted after 5 s
  --print-secret  prints the secret that signs the events, and exits
  --base-url      URL of the shop, replaces STOREWRIGHT_BASE_URL

Environment:
  STOREWRIGHT_BASE_URL  URL of the shop, such as http://demo-shop.localhost:3000
  STOREWRIGHT_TOKEN     token of the shop with events.collection, and <resource>.get for each resource
  WEBHOOK_SECRET        secret (whsec_…) that signs the events (default: a secret that is derived from the
                        token and printed at the start)
`;

/**
 * Imports the implementation of the command on demand, because loading the webhook client would dominate the
 * start time of the CLI.
 */
export const listen: Command = {
  usage,
  summary:
    'Posts the events of a shop to a URL on this machine in order, signed like webhooks of the platform.',
  example: 'storewright listen --to http://localhost:4000/webhooks --type orders.created',
  run: async (words, terminal) => (await import('../listening')).listening(words, terminal),
};
