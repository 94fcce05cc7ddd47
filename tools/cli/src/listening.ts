import { withCredentials } from './credentials';
import { EventSource } from './event-source';
import { Listener } from './listener';
import { localExchange } from './local-webhook-client';
import { readOptions } from './options';
import type { Terminal } from './terminal';

export async function listening(words: string[], terminal: Terminal): Promise<void> {
  const given = words.find((_, at) => words[at - 1] === '--base-url');
  const options = readOptions(words, withCredentials(terminal.environment, given));
  if (options.printsSecret) return terminal.print(options.secret);
  if (options.hasOwnSecret)
    terminal.note(
      `WEBHOOK_SECRET is not set; signing with ${options.secret}, which is the same whenever this token is used`,
    );
  const listener = new Listener(options, {
    source: new EventSource(options.baseUrl, options.token),
    exchange: localExchange(),
    signal: terminal.signal,
    now: Date.now,
    pause: terminal.pause,
    report: terminal.print,
    note: terminal.note,
  });
  terminal.signal.addEventListener('abort', () => {
    terminal.note(ended(listener));
    process.exit(0);
  });
  await listener.run();
}

function ended({ last }: Listener): string {
  if (last === undefined) return 'ended before any event';
  return `ended; the last sequence is ${last}: --since ${last} continues after it`;
}
