import { parseArgs, type ParseArgsConfig } from 'node:util';
import { type Fetch, Shop, Transport } from '@storewright/sdk';
import { withCredentials } from './credentials';
import { UsageError } from './failures';
import type { Terminal } from './terminal';

export interface Command {
  summary: string;
  /** Syntax of the command, with its options and environment variables. */
  usage: string;
  example: string;
  run(words: string[], terminal: Terminal): Promise<void>;
}

export function commandOf(
  help: Omit<Command, 'run'>,
  actions: Readonly<Record<string, Command['run']>>,
): Command {
  return {
    ...help,
    async run([name = '', ...words], terminal) {
      const action = Object.hasOwn(actions, name) ? actions[name] : undefined;
      if (!action) throw new UsageError(`usage:\n${help.usage}`);
      await action(words, terminal);
    },
  };
}

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Parses options and positional arguments. Throws UsageError. The error message omits the arguments, because
 * an argument can be a misplaced secret.
 */
export function parsed<const O extends Options>(words: string[], options: O, usage: string) {
  try {
    return parseArgs({ args: words, allowPositionals: true, options });
  } catch {
    throw new UsageError(`usage: ${usage}`);
  }
}

export const shopOptions = { 'base-url': { type: 'string' } } as const;

/** Returns the shop that `--base-url`, the environment or the stored login selects. */
export function shopOf(terminal: Terminal, baseUrl?: string): Shop {
  const environment = withCredentials(terminal.environment, baseUrl);
  const { STOREWRIGHT_BASE_URL: url, STOREWRIGHT_TOKEN: token, APP_SECRET: appSecret } = environment;
  if (!url)
    throw new UsageError(
      'no shop is selected. Sign in with "storewright login", or set STOREWRIGHT_BASE_URL.',
    );
  if (!token)
    throw new UsageError(
      'no token: sign in to this shop with "storewright login", or set STOREWRIGHT_TOKEN.',
    );
  if (!/^sw[ao]_\w+$/.test(token)) throw new UsageError('STOREWRIGHT_TOKEN must start with swo_ or swa_.');
  return new Shop({ baseUrl: url, token, ...(appSecret && { appSecret }) });
}

/**
 * Returns a client of the auth API. Each request uses the current token of `session`. If `file` is set, its
 * content is the body of each request.
 */
export function authApi(url: string, session?: { token: string }, file?: Uint8Array<ArrayBuffer>): Transport {
  const headers = (): Record<string, string> => (session ? { authorization: `Bearer ${session.token}` } : {});
  const withFile: Fetch = (address, init) => fetch(address, { ...init, body: file! });
  return new Transport(url, file ? { fetch: withFile } : {}, () => Promise.resolve(headers()));
}

export function addressOf(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search)
    throw new UsageError(`${name} must be a URL such as http://localhost:3001.`);
  return url.origin + url.pathname.replace(/\/$/, '');
}

export function namesOf(text: string): string[] {
  return text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

export function sequenceOf(text: string): number {
  if (!/^\d{1,15}$/.test(text))
    throw new UsageError('--since must be the sequence number of an event, or 0.');
  return Number(text);
}
