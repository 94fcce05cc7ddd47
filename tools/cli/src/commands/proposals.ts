import type { Command } from '../command-line';

const usage = `storewright proposals list [--status <status>] [--base-url <address>]
storewright proposals show <id> [--base-url <address>]
storewright proposals approve <id> [--yes]
storewright proposals reject <id> [--yes] [--base-url <address>]

  <status>  pending (default), approved, declined, expired or failed

approve requires a sign-in by password: storewright login --auth-url <address> --base-url <address> --email <email>`;

/** Imports the module on demand, so that other commands start without it. */
export const proposals: Command = {
  usage,
  summary:
    'Lists the writes that apps proposed to a shop, shows their changes, and approves or rejects them.',
  example: 'storewright proposals approve 0198f3c2-0000-7000-8000-00000000b001',
  run: async (words, terminal) => (await import('../deciding')).deciding(words, terminal, usage),
};
