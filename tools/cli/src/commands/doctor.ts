import { readFileSync } from 'node:fs';
import { Exchange, resolveByDns } from '@storewright/webhooks';
import { type Command, parsed, shopOf, shopOptions } from '../command-line';
import { withCredentials } from '../credentials';
import { compare, examine, type Finding } from '../diagnosis';
import { required, secretOf, targetOf, UsageError } from '../options';
import type { Terminal } from '../terminal';

const usage = `storewright doctor --to <address>
storewright doctor --delivery <id> [--body <file>]

Says why signatures do not verify. --to sends a receiver on this machine messages that are genuine and messages that are not (tests, with "sequence": null).
--delivery looks at what the platform sent; --body is what your receiver got of it, as it came. WEBHOOK_SECRET is what the receiver should know,
WEBHOOK_SECRET_PREVIOUS the one before.`;

/** Farther apart, and messages are refused as too old: receivers allow five minutes. Seconds. */
const clocksApart = 60;

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
      throw new UsageError(`it is called so:\n${usage}`);
    const secret = secretOf(required(terminal.environment, 'WEBHOOK_SECRET'), 'WEBHOOK_SECRET');
    const findings =
      values.to === undefined
        ? await sentByPlatform(terminal, { ...values, delivery: values.delivery!, secret })
        : await atReceiver(terminal, targetOf(values.to), secret);
    const all = [...(await clocks(terminal, values['base-url'])), ...findings];
    for (const { ok, text } of all) terminal.print(`${ok ? 'ok ' : '!! '} ${text}`);
    if (all.some(({ ok }) => !ok)) process.exitCode = 1;
  },
};

function atReceiver({ environment }: Terminal, url: string, secret: string): Promise<Finding[]> {
  const exchange = new Exchange({ policy: { allowLoopback: true }, resolve: resolveByDns() });
  const previous = environment['WEBHOOK_SECRET_PREVIOUS'];
  const now = Date.now();
  const send = async (message: { headers: Record<string, string>; body: string }) =>
    (await exchange.send({ url, ...message })).status ?? undefined;
  const known = previous === undefined ? undefined : secretOf(previous, 'WEBHOOK_SECRET_PREVIOUS');
  return examine(send, { secret, previous: known, now }).finally(() => exchange.close());
}

async function sentByPlatform(
  terminal: Terminal,
  given: { delivery: string; body?: string | undefined; 'base-url'?: string | undefined; secret: string },
): Promise<Finding[]> {
  const { request } = await shopOf(terminal, given['base-url']).webhookDeliveries.get(given.delivery);
  const sent = request as { headers: Record<string, string>; body: string | null } | null;
  if (!sent?.body)
    throw new UsageError('nothing was sent yet, or the token may not read the resource that it is about.');
  const came = given.body === undefined ? undefined : readFileSync(given.body, 'utf8');
  return compare({ headers: sent.headers, body: sent.body }, { secret: given.secret, came });
}

/** This machine's clock beside that of the platform, where a shop is known. */
async function clocks(terminal: Terminal, baseUrl: string | undefined): Promise<Finding[]> {
  const { STOREWRIGHT_BASE_URL: url } = withCredentials(terminal.environment, baseUrl);
  if (!url) return [];
  const { headers } = await shopOf(terminal, baseUrl).transport.send({ method: 'GET', path: '/api' });
  const apart = (Date.now() - Date.parse(headers.get('date') ?? '')) / 1000;
  if (Number.isNaN(apart)) return [];
  if (Math.abs(apart) < clocksApart)
    return [{ ok: true, text: 'This machine’s clock is that of the platform.' }];
  const way = apart > 0 ? 'ahead of' : 'behind';
  return [
    {
      ok: false,
      text: `This machine’s clock is ${Math.round(Math.abs(apart))} s ${way} the platform’s: set it.`,
    },
  ];
}
