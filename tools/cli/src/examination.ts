import { readFileSync } from 'node:fs';
import { shopOf } from './command-line';
import { withCredentials } from './credentials';
import { compare, examine, type Finding } from './diagnosis';
import { UsageError } from './failures';
import { localExchange } from './local-webhook-client';
import { required, secretOf, targetOf } from './options';
import type { Terminal } from './terminal';

export interface Asked {
  to?: string | undefined;
  delivery?: string | undefined;
  body?: string | undefined;
  'base-url'?: string | undefined;
}

/**
 * Clock difference in seconds above which `storewright doctor` prints a warning. Webhook receivers accept a
 * difference of five minutes.
 */
const clocksApart = 60;

export async function examination(terminal: Terminal, asked: Asked): Promise<Finding[]> {
  const secret = secretOf(required(terminal.environment, 'WEBHOOK_SECRET'), 'WEBHOOK_SECRET');
  const findings =
    asked.to === undefined
      ? await sentByPlatform(terminal, { ...asked, delivery: asked.delivery!, secret })
      : await atReceiver(terminal, targetOf(asked.to), secret);
  return [...(await clocks(terminal, asked['base-url'])), ...findings];
}

function atReceiver({ environment }: Terminal, url: string, secret: string): Promise<Finding[]> {
  const exchange = localExchange();
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
  if (!sent?.body) throw new UsageError('nothing was sent yet, or the token cannot read the resource.');
  const came = given.body === undefined ? undefined : readFileSync(given.body, 'utf8');
  return compare({ headers: sent.headers, body: sent.body }, { secret: given.secret, came });
}

/** If a shop is selected, compares the clocks of this machine and of the platform. */
async function clocks(terminal: Terminal, baseUrl: string | undefined): Promise<Finding[]> {
  const { STOREWRIGHT_BASE_URL: url } = withCredentials(terminal.environment, baseUrl);
  if (!url) return [];
  const { headers } = await shopOf(terminal, baseUrl).transport.send({ method: 'GET', path: '/api' });
  const apart = (Date.now() - Date.parse(headers.get('date') ?? '')) / 1000;
  if (Number.isNaN(apart)) return [];
  if (Math.abs(apart) < clocksApart)
    return [{ ok: true, text: 'The clock of this machine matches the clock of the platform.' }];
  const way = apart > 0 ? 'ahead of' : 'behind';
  return [
    {
      ok: false,
      text: `This machine’s clock is ${Math.round(Math.abs(apart))} s ${way} the platform’s. Correct the clock.`,
    },
  ];
}
