import { Exchange, resolveByDns } from '@storewright/webhooks';
import type { Command } from '../command-line';
import { withCredentials } from '../credentials';
import { EventSource } from '../event-source';
import { Listener } from '../listener';
import { readOptions, usage } from '../options';

export const listen: Command = {
  usage,
  async run(words, terminal) {
    const given = words.find((_, at) => words[at - 1] === '--base-url');
    const options = readOptions(words, withCredentials(terminal.environment, given));
    const listener = new Listener(options, {
      source: new EventSource(options.baseUrl, options.token),
      exchange: new Exchange({ policy: { allowLoopback: true }, resolve: resolveByDns() }),
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
  },
};

function ended({ last }: Listener): string {
  if (last === undefined) return 'ended before any event';
  return `ended; the last sequence is ${last}: --since ${last} continues after it`;
}
