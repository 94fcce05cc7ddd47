import { setTimeout as pause } from 'node:timers/promises';
import { StorewrightError } from '@storewright/sdk';
import { printable, printableLines } from '@storewright/text';
import { openInBrowser } from './browser';
import type { Command } from './command-line';
import { api } from './commands/api';
import { apps } from './commands/apps';
import { contracts } from './commands/contracts';
import { dev } from './commands/dev';
import { doctor } from './commands/doctor';
import { erasures } from './commands/erasures';
import { events } from './commands/events';
import { init } from './commands/init';
import { install } from './commands/install';
import { listen } from './commands/listen';
import { login, logout } from './commands/login';
import { logs } from './commands/logs';
import { meta } from './commands/meta';
import { shops } from './commands/shops';
import { tokens } from './commands/tokens';
import { trigger } from './commands/trigger';
import { exposedFile } from './credentials';
import { Refused, UnfinishedError, UsageError } from './failures';
import { askPerson, readInput, type Terminal } from './terminal';

const commands: Readonly<Record<string, Command>> = {
  ...{ login, logout, init, apps, shops, install, listen, logs, trigger, events, meta, api, doctor, tokens },
  ...{ contracts, dev, erasures },
};

const help = () =>
  `${Object.values(commands)
    .map(({ usage }) => usage.trimEnd())
    .join('\n\n')}\n`;

/**
 * Runs a command. The exit code is 0 for success, Ctrl-C or help, 1 if the API rejected the request or an
 * examination found a problem, and 2 for wrong usage.
 */
async function main([name = '', ...words]: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if ([name, ...words].some((word) => word === '--help' || word === '-h') || name === 'help')
    return void process.stdout.write(command ? `${command.usage.trimEnd()}\n` : help());
  if (name === '--version') return void process.stdout.write(`${process.env.STOREWRIGHT_VERSION}\n`);
  if (!command) {
    // Prints only a short word, because a long word can be a misplaced secret.
    const named = /^[\w-]{1,20}$/.test(name) ? ` ${JSON.stringify(name)}` : '';
    process.stderr.write(name ? `${help()}\nstorewright: unknown command${named}.\n` : help());
    process.exit(2);
  }
  const end = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end.abort());
  const terminal: Terminal = {
    environment: process.env,
    command: commandIn(name, words),
    print: (line) => void process.stdout.write(`${printable(line)}\n`),
    note: (line) => void process.stderr.write(`${printable(line)}\n`),
    ask: askPerson,
    isInteractive: () => process.stdin.isTTY === true && process.stderr.isTTY === true,
    input: readInput,
    open: (address, requested) => void openInBrowser(address, requested),
    pause: (ms) => pause(ms),
    signal: end.signal,
  };
  const exposed = exposedFile(process.env);
  if (exposed) terminal.note(`others can read or change ${exposed}; run: chmod 600 ${exposed}`);
  await command.run(words, terminal);
}

/** Returns the command with its first plain words. Options can contain secrets. */
function commandIn(name: string, words: readonly string[]): string {
  const end = words.findIndex((word) => !/^[\w.-]{1,40}$/.test(word) || word.startsWith('-'));
  return ['storewright', name, ...words.slice(0, end === -1 ? 4 : Math.min(end, 4))].join(' ');
}

// Ignores a closed pipe, because its reader, such as `head -1`, can exit early.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));

main(process.argv.slice(2)).catch((error: Error) => {
  const expected = [UsageError, UnfinishedError, Refused, StorewrightError].some(
    (kind) => error instanceof kind,
  );
  const [, , name] = process.argv;
  const text = expected ? error.message : (error.stack ?? error.message);
  process.stderr.write(`storewright ${name}: ${printableLines(text)}\n`);
  process.exit(error instanceof UsageError ? 2 : 1);
});
