import type { Command } from '../command-line';

const usage = `storewright listen --to <address> [--since <sequence>] [--type <event>]… [--base-url <address>]

Reads the events of a shop and posts each to an address on this machine, signed as the platform's webhooks are, in their order.

  --to        where to, such as http://localhost:4000/webhooks
  --since     begin behind this sequence (0: with the oldest event that is kept); without it, with what happens from now on
  --type      only events of this type, such as meta.created; may be given several times
  --base-url  the shop's address, instead of STOREWRIGHT_BASE_URL

Environment:
  STOREWRIGHT_BASE_URL  the shop's address, such as http://demo-shop.localhost:3000
  STOREWRIGHT_TOKEN     a token of the shop with events.collection, and <resource>.get of what it is to receive
  WEBHOOK_SECRET        whsec_…: signs; the app's, or any that the receiver knows, too
`;

/** Imports the module on demand, because the webhook client dominates the start time. */
export const listen: Command = {
  usage,
  run: async (words, terminal) => (await import('../listening')).listening(words, terminal),
};
