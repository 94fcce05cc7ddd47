import {
  distributeCommand,
  drainNodeCommand,
  isolateShopCommand,
  listMovesCommand,
  listShopsCommand,
  moveShopCommand,
  rebalanceCommand,
  stopMovesCommand,
} from './cluster.commands';
import {
  createOwnerCommand,
  createShopCommand,
  resetSecondFactorsCommand,
  setStatusCommand,
} from './directory.commands';
import { exportContractsCommand } from './export-contracts.command';
import {
  approveListingCommand,
  hideListingCommand,
  listSubmittedCommand,
  rejectListingCommand,
  restoreListingCommand,
  reviewListingCommand,
} from './listing.commands';
import { migrateCommand } from './migrate.command';
import { moveImagesCommand } from './move-images.command';
import type { Options } from './options';
import { printable, printableLines } from '@storewright/text';
import { rotateKeysCommand } from './rotate-keys.command';
import { deleteShopCommand, exportShopCommand, importShopCommand } from './shop-file.commands';
import { startEpochCommand } from './start-epoch.command';
import { verifyAuditCommand } from './verify-audit.command';

interface Output {
  stdout: (text: string) => void;
  stderr: (text: string) => void;
}

interface Command {
  /** Runs the command and returns its output. `report` prints a progress line. */
  run: (environment: NodeJS.ProcessEnv, options: Options, report: (line: string) => void) => Promise<string>;
  /** Help text for the options of the command. The command accepts exactly the options in this text. */
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
  'move-shop': {
    run: moveShopCommand,
    usage: '--domain D --to HOST:PORT [--blocking] [--minutes N]  (on Citus)',
  },
  'isolate-shop': { run: isolateShopCommand, usage: '--domain D [--blocking] [--minutes N]  (on Citus)' },
  rebalance: { run: rebalanceCommand, usage: '' },
  'list-shops': { run: listShopsCommand, usage: '[--node HOST:PORT]  (with their nodes, on Citus)' },
  'drain-node': { run: drainNodeCommand, usage: '--node HOST:PORT  (on Citus)' },
  'list-moves': { run: listMovesCommand, usage: '' },
  'stop-moves': { run: stopMovesCommand, usage: '' },
  'suspend-shop': {
    run: (environment, options) => setStatusCommand(environment, options, 'suspended'),
    usage: '--domain D',
  },
  'resume-shop': {
    run: (environment, options) => setStatusCommand(environment, options, 'active'),
    usage: '--domain D',
  },
  'list-submitted-listings': { run: listSubmittedCommand, usage: '' },
  'review-listing': { run: reviewListingCommand, usage: '--app ID  (prints the checklist)' },
  'approve-listing': { run: approveListingCommand, usage: '--app ID' },
  'reject-listing': { run: rejectListingCommand, usage: '--app ID --reasons TEXT' },
  'hide-listing': { run: hideListingCommand, usage: '--app ID --reasons TEXT' },
  'restore-listing': { run: restoreListingCommand, usage: '--app ID' },
  'export-contracts': { run: exportContractsCommand, usage: '--out FOLDER  (contracts of installed apps)' },
  'export-shop': { run: exportShopCommand, usage: '--domain D --out FILE  (or --id ID)' },
  'delete-shop': {
    run: deleteShopCommand,
    usage: '--domain D --out FILE  (or --id ID; suspended) [--dry-run]',
  },
  'move-images': { run: moveImagesCommand, usage: '--to bucket|postgres  (bucket in IMAGE_STORE)' },
  'verify-audit': { run: verifyAuditCommand, usage: '[--domain D]  (keys in SECRETS_KEY, AUDIT_KEY)' },
  'rotate-keys': { run: rotateKeysCommand, usage: '(keys in SECRETS_KEY, TOKEN_KEY, AUDIT_KEY)' },
  'import-shop': {
    run: importShopCommand,
    usage: '--in FILE [--same-people]  (keys in SECRETS_KEY, SOURCE_SECRETS_KEY)',
  },
};

/**
 * Runs one operator command and returns the exit code: 0 after success, 1 if the command failed, 2 if the
 * command is unknown.
 */
export async function runCommand(
  words: string[],
  environment: NodeJS.ProcessEnv,
  output: Output,
): Promise<number> {
  const [name = '', ...rest] = words;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const lines = Object.entries(commands).map(([each, { usage }]) => `  ${each} ${usage}`.trimEnd());
    output.stderr(`commands:\n${lines.join('\n')}\n`);
    return 2;
  }
  const report = (line: string) => output.stderr(`${name}: ${line}\n`);
  try {
    const text = await command.run(environment, optionsOf(rest, command), report);
    output.stdout(`${printableLines(text)}\n`);
    return 0;
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    report(printable(message.split('\n')[0] || String(code)));
    return 1;
  }
}

/**
 * Parses `--name value` pairs and flags. Error messages omit unknown arguments, because an unknown argument
 * can be a misplaced password.
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
      throw new Error(usage ? `accepts ${usage}, each once.` : 'accepts no options.');
    options.set(name, value);
  }
  return options;
}
