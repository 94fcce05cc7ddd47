import type { Command } from '../command-line';

const usage = `storewright trigger <event> [--resource <id>|--example] [--app <app>|--installation <id>]
                    [--base-url <address>]`;
/**
 * Imports the implementation of the command on demand, because the declarations of all resources are large.
 */
export const trigger: Command = {
  usage,
  summary: 'Sends a test event to the webhook of an installation.',
  example: 'storewright trigger orders.created --example',
  run: async (words, terminal) => (await import('../triggering')).triggering(words, terminal, usage),
};
