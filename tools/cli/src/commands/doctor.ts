import { type Command, parsed, shopOptions } from '../command-line';
import { UsageError } from '../failures';

const usage = `storewright doctor --to <address>
storewright doctor --delivery <id> [--body <file>]

  --to        sends genuine and forged test messages ("sequence": null) to a receiver on this machine
  --delivery  checks the message that the platform sent
  --body      file with the body that your receiver got, unchanged

Environment:
  WEBHOOK_SECRET           the secret that the receiver should use
  WEBHOOK_SECRET_PREVIOUS  the previous secret`;

export const doctor: Command = {
  usage,
  summary: 'Explains why the signatures of webhooks do not verify.',
  example: 'storewright doctor --to http://localhost:4000/webhooks',
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
    // Imports the implementation of the command on demand, because loading the webhook client would dominate
    // the start time of the CLI.
    const { examination } = await import('../examination');
    const all = await examination(terminal, values);
    for (const { ok, text } of all) terminal.print(`${ok ? 'ok ' : '!! '} ${text}`);
    if (all.some(({ ok }) => !ok)) process.exitCode = 1;
  },
};
