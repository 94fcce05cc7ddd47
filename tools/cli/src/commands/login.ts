import { hostname } from 'node:os';
import { isApiError, Shop } from '@storewright/sdk';
import { addressOf, authApi, type Command, parsed } from '../command-line';
import { type Credentials, forgetCredentials, keepCredentials, readCredentials } from '../credentials';
import { signInByBrowser } from '../device-sign-in';
import { UsageError } from '../failures';
import { proving } from '../session';
import { StoredSession } from '../stored-session';
import type { Terminal } from '../terminal';

const usage =
  'storewright login --base-url <address> | --auth-url <address> [--base-url <address>] [--email <email>]';
const tokenDays = 30;

interface Document<Data> {
  data: Data;
  meta?: { token?: string };
}

/**
 * Signs in, or stores a token. With only `--base-url`, stores an existing access token. With `--auth-url`,
 * signs in through the browser, or with a password if `--email` is given. A password sign-in also generates
 * an access token for the named shop.
 */
export const login: Command = {
  usage,
  summary: 'Signs in to the platform, or stores a token of a shop.',
  example: 'storewright login --auth-url http://localhost:3001',
  async run(words, terminal) {
    const { values } = parsed(
      words,
      { 'auth-url': { type: 'string' }, 'base-url': { type: 'string' }, email: { type: 'string' } },
      usage,
    );
    const baseUrl = values['base-url'] && addressOf(values['base-url'], '--base-url');
    const authUrl = values['auth-url'] && addressOf(values['auth-url'], '--auth-url');
    const { email } = values;
    if ((!baseUrl && !authUrl) || (email !== undefined && !authUrl)) throw new UsageError(`usage: ${usage}`);
    const file = keepCredentials(
      terminal.environment,
      authUrl
        ? await signIn(terminal, { authUrl, baseUrl, email })
        : { base_url: baseUrl!, token: await ownToken(terminal, baseUrl!) },
    );
    terminal.note(`signed in; stored in ${file}, which only you can read`);
  },
};

export const logout: Command = {
  usage: 'storewright logout',
  summary: 'Ends the session and deletes the stored credentials.',
  example: 'storewright logout',
  async run(_words, terminal) {
    const isEnded = await endSession(terminal.environment);
    forgetCredentials(terminal.environment);
    terminal.note(
      'the stored credentials are deleted; a generated token stays valid until it is revoked in the admin panel',
    );
    if (!isEnded) terminal.note('cannot end the session; end it in the admin panel under Account');
  },
};

/** Ends the stored session. Returns true only if the auth API confirms that the session has ended. */
async function endSession(environment: NodeJS.ProcessEnv): Promise<boolean> {
  const { auth_url, session } = readCredentials(environment);
  if (!auth_url || !session) return true;
  const stored = new StoredSession(environment, auth_url, session);
  const end = () => authApi(auth_url, stored).send({ method: 'DELETE', path: '/api/sessions/current' });
  try {
    await end();
    return true;
  } catch (error) {
    if (!isApiError(error, 'invalid_token')) return false;
  }
  // Renews the token if necessary, because a device session outlives its token.
  try {
    if (await stored.refresh()) await end();
    return true;
  } catch {
    return false;
  }
}

async function ownToken(terminal: Terminal, baseUrl: string): Promise<string> {
  const token = (await terminal.ask('Token (swa_… or swo_…): ', true)).trim();
  if (!/^sw[ao]_\w+$/.test(token)) throw new UsageError('a token must start with swa_ or swo_.');
  try {
    await new Shop({ baseUrl, token }).shops.list({ page: { size: 1 } }).toArray();
  } catch (error) {
    // The error `insufficient_scope` shows that the token is valid, although the token lacks this scope.
    if (!isApiError(error, 'insufficient_scope')) throw error;
  }
  return token;
}

async function signIn(
  terminal: Terminal,
  { authUrl, baseUrl, email }: { authUrl: string; baseUrl?: string | undefined; email?: string | undefined },
): Promise<Credentials> {
  terminal.signal.addEventListener('abort', () => process.exit(0));
  const credentials = await newSession(terminal, { authUrl, baseUrl, email });
  // Ends the previous device session, which would otherwise stay active for up to 90 days.
  if (readCredentials(terminal.environment).auth_url === authUrl) await endSession(terminal.environment);
  return credentials;
}

async function newSession(
  terminal: Terminal,
  { authUrl, baseUrl, email }: { authUrl: string; baseUrl?: string | undefined; email?: string | undefined },
): Promise<Credentials> {
  if (email === undefined) return signInOfDevice(terminal, authUrl, baseUrl);
  const session = await signInByPassword(terminal, authUrl, email);
  const credentials = { auth_url: authUrl, session, refresh_token: undefined, shop: undefined };
  return baseUrl
    ? { ...credentials, base_url: baseUrl, token: await generated(credentials, baseUrl) }
    : credentials;
}

/**
 * Signs in through the browser. A device session cannot create access tokens, so the user generates an access
 * token in the panel.
 */
async function signInOfDevice(
  terminal: Terminal,
  authUrl: string,
  baseUrl: string | undefined,
): Promise<Credentials> {
  const shop = baseUrl && domainOf(baseUrl);
  const { apiAccess, ...tokens } = await signInByBrowser(terminal, authUrl, shop);
  if (baseUrl)
    terminal.note(
      `for the API of this shop, generate a token at ${apiAccess}, then enter it: storewright ` +
        `login --base-url ${baseUrl}`,
    );
  return { auth_url: authUrl, shop, ...tokens };
}

async function signInByPassword(terminal: Terminal, authUrl: string, email: string): Promise<string> {
  const password = await terminal.ask('Password: ', true);
  const { document } = await proving(terminal, password, (proof) => {
    const body = { data: { type: 'sessions', attributes: { email, ...proof } } };
    return authApi(authUrl).send({ method: 'POST', path: '/api/sessions', body });
  });
  return (document as Document<{ attributes: { token: string } }>).data.attributes.token;
}

const domainOf = (baseUrl: string): string => new URL(baseUrl).hostname.split('.', 1)[0]!;

async function generated({ auth_url, session }: { auth_url: string; session: string }, baseUrl: string) {
  const api = authApi(auth_url, { token: session });
  const domain = domainOf(baseUrl);
  const path = `/api/shops?filter[domain]=${encodeURIComponent(domain)}`;
  const { document } = await api.send({ method: 'GET', path });
  const [shop] = (document as Document<{ id: string }[]>).data;
  if (!shop) throw new UsageError(`you own no shop ${JSON.stringify(domain)}.`);
  const expires_at = new Date(Date.now() + tokenDays * 86_400_000).toISOString();
  const attributes = { name: `storewright on ${hostname()}`.slice(0, 100), expires_at };
  const answer = await api.send({
    method: 'POST',
    path: `/api/shops/${shop.id}/access_tokens`,
    body: { data: { type: 'access_tokens', attributes } },
  });
  return (answer.document as Document<object>).meta!.token!;
}
