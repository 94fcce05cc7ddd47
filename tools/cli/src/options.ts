import { createHmac } from 'node:crypto';
import { isIP } from 'node:net';
import { parseArgs } from 'node:util';
import { events, isEventType } from '@storewright/scopes';
import { isLocalhost, problemOfWebhookUrl } from '@storewright/webhooks';
import { sequenceOf } from './command-line';
import { UsageError } from './failures';
import { isSimulation, type Simulation, SIMULATIONS } from './simulation';

export interface ListenOptions {
  /** URL of the shop's API without a trailing slash. The documentation calls this URL `{base_url}`. */
  baseUrl: string;
  /** First label of the shop's host name (docs/contract.md §1). */
  domain: string;
  token: string;
  /** Webhook secret that signs the events: `whsec_…`. */
  secret: string;
  /** True if the webhook secret is derived from the token, because WEBHOOK_SECRET is not set. */
  hasOwnSecret: boolean;
  printsSecret: boolean;
  /** URL on this machine to which `storewright listen` posts events. */
  target: string;
  /** Sequence number after which events are posted. If omitted, only new events are posted. */
  since?: number;
  /** Event types to post. An empty set selects all types. */
  types: ReadonlySet<string>;
  simulate?: Simulation;
}

/**
 * Parses the arguments of `listen`. Throws UsageError. The error message omits the arguments, because an
 * argument can be a misplaced secret.
 */
export function readOptions(words: string[], environment: NodeJS.ProcessEnv): ListenOptions {
  const values = valuesOf(words);
  const { base, domain } = shopOf(values['base-url'] ?? required(environment, 'STOREWRIGHT_BASE_URL'));
  const token = required(environment, 'STOREWRIGHT_TOKEN');
  if (!/^sw[ao]_\w+$/.test(token)) throw new UsageError('STOREWRIGHT_TOKEN must start with swo_ or swa_.');
  const types = new Set(values.type ?? []);
  for (const type of types)
    if (!isEventType(type))
      throw new UsageError(
        `there is no event ${JSON.stringify(type)}; there are ${Object.keys(events).join(', ')}.`,
      );
  const { 'print-secret': printsSecret = false, simulate } = values;
  if (simulate !== undefined && !isSimulation(simulate))
    throw new UsageError(`--simulate must be one of ${SIMULATIONS.join(', ')}.`);
  return {
    ...{ baseUrl: base, domain, token, types, printsSecret },
    ...webhookSecret(environment, token),
    target: printsSecret ? '' : targetOf(values.to),
    ...(values.since !== undefined && { since: sequenceOf(values.since) }),
    ...(simulate !== undefined && { simulate }),
  };
}

/**
 * Returns WEBHOOK_SECRET. If the variable is not set, derives a secret from the token, so that the secret is
 * the same in each run.
 */
function webhookSecret(environment: NodeJS.ProcessEnv, token: string) {
  const given = environment['WEBHOOK_SECRET']?.trim();
  if (given) return { secret: secretOf(given, 'WEBHOOK_SECRET'), hasOwnSecret: false };
  const key = createHmac('sha256', token).update('storewright listen').digest('base64');
  return { secret: `whsec_${key}`, hasOwnSecret: true };
}

function valuesOf(words: string[]) {
  try {
    return parseArgs({
      args: words,
      options: {
        to: { type: 'string' },
        since: { type: 'string' },
        type: { type: 'string', multiple: true },
        simulate: { type: 'string' },
        'print-secret': { type: 'boolean' },
        'base-url': { type: 'string' },
      },
    }).values;
  } catch {
    throw new UsageError(
      'accepts --to, --since, --type, --simulate and --base-url, each with a value, and --print-secret; token ' +
        'and secret come from the environment (see --help).',
    );
  }
}

export function required(environment: NodeJS.ProcessEnv, name: string): string {
  const value = environment[name]?.trim();
  if (!value) throw new UsageError(`${name} is not set (see --help).`);
  return value;
}

export function secretOf(text: string, name: string): string {
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(text))
    throw new UsageError(`${name} must be whsec_ followed by at least 24 bytes in base64.`);
  return text;
}

function shopOf(text: string): { base: string; domain: string } {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const parts = url?.hostname.replace(/\.$/, '').split('.') ?? [];
  const ofAShop = parts.length > 1 && isIP(url!.hostname.replace(/^\[|\]$/g, '')) === 0;
  const plain =
    url && /^https?:$/.test(url.protocol) && /^\/?$/.test(url.pathname) && !url.search && !url.username;
  if (!url || !ofAShop || !plain)
    throw new UsageError(
      "the base URL must be the URL of a shop's own host, such as http://demo-shop.localhost:3000.",
    );
  return { base: url.origin, domain: parts[0]! };
}

/**
 * Parses the URL to which `listen` posts events. The URL must be on this machine, so that a shop's events
 * stay private during development.
 */
export function targetOf(text: string | undefined): string {
  if (text === undefined) throw new UsageError('--to is required, such as http://localhost:4000/webhooks.');
  const problem = problemOfWebhookUrl(text, { allowLoopback: true });
  if (problem) throw new UsageError(`the URL of --to ${problem}.`);
  const host = new URL(text).hostname;
  if (!isLocalhost(host) && !/^(127\.[\d.]+|\[::1\])$/.test(host))
    throw new UsageError('the URL of --to must be on this machine: localhost, 127.0.0.1 or [::1].');
  return text;
}
