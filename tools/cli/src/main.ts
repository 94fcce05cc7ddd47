import 'reflect-metadata';
import { setTimeout as pause } from 'node:timers/promises';
import { Exchange, resolveByDns } from '@storewright/webhooks';
import { EventSource, Refused } from './event-source';
import { Listener } from './listener';
import { readOptions, usage, UsageError } from './options';

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Exit codes: 0 ended by Ctrl-C, or asked for help; 1 the API said no; 2 not a command as it should be. */
async function main([command, ...words]: string[]): Promise<void> {
  if ([command, ...words].some((word) => word === '--help' || word === '-h') || command === 'help')
    return void process.stdout.write(usage);
  if (command !== 'listen') {
    process.stderr.write(usage);
    process.exit(2);
  }
  const options = readOptions(words, process.env);
  const listener = new Listener(options, {
    source: new EventSource(options.baseUrl, options.token),
    exchange: new Exchange({ policy: { allowLoopback: true }, resolve: resolveByDns() }),
    now: Date.now,
    pause,
    report: (line) => void process.stdout.write(`${line}\n`),
    note: say,
  });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => end(listener));
  await listener.run();
}

function end({ last }: Listener): void {
  say(
    last === undefined
      ? 'ended before any event'
      : `ended; the last sequence is ${last}: --since ${last} continues after it`,
  );
  process.exit(0);
}

main(process.argv.slice(2)).catch((error: Error) => {
  const expected = error instanceof UsageError || error instanceof Refused;
  say(`storewright listen: ${expected ? error.message : error.stack}`);
  process.exit(error instanceof UsageError ? 2 : 1);
});
