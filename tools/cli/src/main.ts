import { setTimeout as pause } from 'node:timers/promises';
import { StorewrightError } from '@storewright/sdk';
import { printable, printableLines } from '@storewright/text';
import { openInBrowser } from './browser';
import { commands, helpOf, overview } from './commands';
import { exposedFile } from './credentials';
import { Refused, UnfinishedError, UsageError } from './failures';
import { askPerson, readInput, type Terminal } from './terminal';

/**
 * Runs a CLI command. Exits with code 0 for success, Ctrl-C or help. Exits with 1 if the API rejected the
 * request or an examination found a problem, and with 2 for wrong usage.
 */
async function main([name = '', ...words]: string[]): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if ([name, ...words].some((word) => word === '--help' || word === '-h') || name === 'help')
    return void process.stdout.write(command ? helpOf(command) : overview());
  if (name === '--version') return void process.stdout.write(`${process.env.STOREWRIGHT_VERSION}\n`);
  if (!command) {
    // Prints an unknown command only if it is short, because a long word can be a misplaced secret.
    const named = /^[\w-]{1,20}$/.test(name) ? ` ${JSON.stringify(name)}` : '';
    process.stderr.write(name ? `${overview()}\nstorewright: unknown command${named}.\n` : overview());
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

/**
 * Returns the command with up to four arguments. Stops at the first option or unusual argument, because these
 * can contain secrets.
 */
function commandIn(name: string, words: readonly string[]): string {
  const end = words.findIndex((word) => !/^[\w.-]{1,40}$/.test(word) || word.startsWith('-'));
  return ['storewright', name, ...words.slice(0, end === -1 ? 4 : Math.min(end, 4))].join(' ');
}

// Ignores a closed output pipe, because its reader, such as `head -1`, can exit early.
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
