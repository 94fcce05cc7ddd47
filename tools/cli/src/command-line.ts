import { parseArgs, type ParseArgsConfig } from 'node:util';
import { type Fetch, Shop, Transport } from '@storewright/sdk';
import { withCredentials } from './credentials';
import { UsageError } from './failures';
import type { Terminal } from './terminal';

/** A word behind `storewright`. */
export interface Command {
  /** Its line in the help, and what `--help` says of it. */
  usage: string;
  run(words: string[], terminal: Terminal): Promise<void>;
}

/** One whose first word says what it does. */
export function commandOf(usage: string, actions: Readonly<Record<string, Command['run']>>): Command {
  return {
    usage,
    async run([name = '', ...words], terminal) {
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action) throw new UsageError(`it is called so:\n${usage}`);
      await action(words, terminal);
    },
  };
}

type Options = NonNullable<ParseArgsConfig['options']>;

/** The options and the words around them. Throws UsageError, which repeats nothing: it may be a secret in the wrong place. */
export function parsed<const O extends Options>(words: string[], options: O, usage: string) {
  try {
    return parseArgs({ args: words, allowPositionals: true, options });
  } catch {
    throw new UsageError(`it is called so: ${usage}`);
  }
}

export const shopOptions = { 'base-url': { type: 'string' } } as const;

/** The shop that is meant, by option, environment or `login`. */
export function shopOf(terminal: Terminal, baseUrl?: string): Shop {
  const environment = withCredentials(terminal.environment, baseUrl);
  const { STOREWRIGHT_BASE_URL: url, STOREWRIGHT_TOKEN: token, APP_SECRET: appSecret } = environment;
  if (!url)
    throw new UsageError('which shop? Sign in with "storewright login", or set STOREWRIGHT_BASE_URL.');
  if (!token)
    throw new UsageError(
      'no token: sign in to this shop with "storewright login", or set STOREWRIGHT_TOKEN.',
    );
  if (!/^sw[ao]_\w+$/.test(token)) throw new UsageError('STOREWRIGHT_TOKEN is a token, swo_… or swa_….');
  return new Shop({ baseUrl: url, token, ...(appSecret && { appSecret }) });
}

/** The auth API, with a session where there is one. `file`: what each request has as its body. */
export function authApi(url: string, session?: string, file?: Uint8Array<ArrayBuffer>): Transport {
  const headers: Record<string, string> = session ? { authorization: `Bearer ${session}` } : {};
  const withFile: Fetch = (address, init) => fetch(address, { ...init, body: file! });
  return new Transport(url, file ? { fetch: withFile } : {}, () => Promise.resolve(headers));
}

/** An address that was given, as an origin. Throws UsageError. */
export function addressOf(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search)
    throw new UsageError(`${name} is an address, such as http://localhost:3001.`);
  return url.origin + url.pathname.replace(/\/$/, '');
}

/** What is given with commas between. */
export function namesOf(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

export function sequenceOf(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new UsageError('--since is the sequence of an event: a whole number, or 0.');
  return Number(text);
}
