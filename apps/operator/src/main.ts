import 'reflect-metadata';
import { distributeCommand, isolateShopCommand, moveShopCommand, rebalanceCommand } from './cluster.commands';
import {
  createOwnerCommand,
  createShopCommand,
  resetSecondFactorsCommand,
  setStatusCommand,
} from './directory.commands';
import { migrateCommand } from './migrate.command';
import type { Options } from './options';
import { printable, printableLines } from '@storewright/text';
import { rotateKeysCommand } from './rotate-keys.command';
import { deleteShopCommand, exportShopCommand, importShopCommand } from './shop-file.commands';
import { startEpochCommand } from './start-epoch.command';

interface Command {
  run: (environment: NodeJS.ProcessEnv, options: Options) => Promise<string>;
  /** Options of the command as its help shows them. `optionsOf` accepts exactly these. */
  usage: string;
}

const commands: Record<string, Command> = {
  migrate: { run: migrateCommand, usage: '' },
  'start-epoch': { run: startEpochCommand, usage: '' },
  'create-owner': { run: createOwnerCommand, usage: '--email E --name N  (password in OWNER_PASSWORD)' },
  'create-shop': {
    run: createShopCommand,
    usage: '--domain D --name N --owner EMAIL [--title T] [--description T] [--time-zone Z] [--currency C]',
  },
  'reset-second-factors': { run: resetSecondFactorsCommand, usage: '--email E' },
  distribute: { run: distributeCommand, usage: '[--dry-run] [--shards N]  (shop data on Citus)' },
  'move-shop': { run: moveShopCommand, usage: '--domain D --to HOST:PORT  (on Citus)' },
  'isolate-shop': { run: isolateShopCommand, usage: '--domain D  (on Citus)' },
  rebalance: { run: rebalanceCommand, usage: '' },
  'suspend-shop': {
    run: (environment, options) => setStatusCommand(environment, options, 'suspended'),
    usage: '--domain D',
  },
  'resume-shop': {
    run: (environment, options) => setStatusCommand(environment, options, 'active'),
    usage: '--domain D',
  },
  'export-shop': { run: exportShopCommand, usage: '--domain D --out FILE  (or --id ID)' },
  'delete-shop': {
    run: deleteShopCommand,
    usage: '--domain D --out FILE  (or --id ID; suspended) [--dry-run]',
  },
  'rotate-keys': { run: rotateKeysCommand, usage: '(keys in SECRETS_KEY, TOKEN_KEY)' },
  'import-shop': {
    run: importShopCommand,
    usage: '--in FILE [--same-people]  (keys in SECRETS_KEY, SOURCE_SECRETS_KEY)',
  },
};

/**
 * Runs one command and prints its result. Exit code 1 means that the command failed, 2 that there is no such command.
 */
async function main([name = '', ...rest]: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const lines = Object.entries(commands).map(([each, { usage }]) => `  ${each} ${usage}`.trimEnd());
    process.stderr.write(`commands:\n${lines.join('\n')}\n`);
    process.exit(2);
  }
  try {
    const text = await command.run(process.env, optionsOf(rest, command));
    process.stdout.write(`${printableLines(text)}\n`);
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    process.stderr.write(`${name}: ${printable(message.split('\n')[0] || String(code))}\n`);
    process.exit(1);
  }
}

/**
 * Parses `--name value` pairs and flags. Error messages do not repeat unknown words, which can be misplaced passwords.
 */
function optionsOf(words: string[], { usage }: Command): Options {
  const known: string[] = usage.match(/--[a-z-]+/g) ?? [];
  const options = new Map<string, string>();
  for (let at = 0; at < words.length; at += 2) {
    const option = words[at]!;
    const isFlag = usage.includes(`[${option}]`);
    const value = isFlag ? 'true' : words[at + 1];
    if (isFlag) at -= 1;
    const name = option.slice(2);
    if (!known.includes(option) || value === undefined || options.has(name))
      throw new Error(usage ? `takes ${usage}, each once.` : 'takes no options.');
    options.set(name, value);
  }
  return options;
}

void main(process.argv.slice(2));
