import { type Command, parsed, shopOptions } from '../command-line';
import { UsageError } from '../failures';

const usage = `storewright doctor --to <address>
storewright doctor --delivery <id> [--body <file>]

Says why signatures do not verify. --to sends a receiver on this machine messages that are genuine and messages that are not (tests, with "sequence": null).
--delivery looks at what the platform sent; --body is what your receiver got of it, as it came. WEBHOOK_SECRET is what the receiver should know,
WEBHOOK_SECRET_PREVIOUS the one before.`;

export const doctor: Command = {
  usage,
  async run(words, terminal) {
    const options = {
      ...shopOptions,
      to: { type: 'string' },
      delivery: { type: 'string' },
      body: { type: 'string' },
    } as const;
    const { values, positionals } = parsed(words, options, usage);
    if (positionals.length > 0 || (values.to === undefined) === (values.delivery === undefined))
      throw new UsageError(`usage:\n${usage}`);
    // Imports the module on demand, because the webhook client dominates the start time.
    const { examination } = await import('../examination');
    const all = await examination(terminal, values);
    for (const { ok, text } of all) terminal.print(`${ok ? 'ok ' : '!! '} ${text}`);
    if (all.some(({ ok }) => !ok)) process.exitCode = 1;
  },
};
