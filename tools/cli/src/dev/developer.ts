import { isApiError } from '@storewright/sdk';
import { login } from '../commands/login';
import { readCredentials } from '../credentials';
import { UnfinishedError } from '../failures';
import { type Session, sessionOf } from '../session';
import type { Terminal } from '../terminal';

const TIMEOUT_MS = 10_000;

/** Throws UnfinishedError if no auth API responds at the given URL. */
export async function checkAuthApi(authUrl: string): Promise<void> {
  const path = '/.well-known/oauth-authorization-server';
  const response = await fetch(authUrl + path, {
    headers: { accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(() => undefined);
  await response?.body?.cancel();
  if (response?.ok) return;
  const problem = response ? `is not an auth API (status ${response.status})` : 'does not respond';
  throw new UnfinishedError(
    `${authUrl} ${problem}. Check the network, start the platform ("npm start" in its repository), or name ` +
      'its auth API with --auth-url.',
  );
}

/**
 * Returns the stored session for the given auth API. Signs the developer in if no session is stored or the
 * stored session has ended.
 */
export async function developerOf(
  terminal: Terminal,
  authUrl: string,
  email: string | undefined,
): Promise<Session> {
  const stored = readCredentials(terminal.environment);
  if (stored.auth_url === authUrl && stored.session) {
    const session = sessionOf({ ...terminal, note: () => undefined });
    const isValid = await session.send({ method: 'GET', path: '/api/test_shops?page[size]=1' }).then(
      () => true,
      (error: unknown) => {
        if (isApiError(error, 'invalid_token')) return false;
        throw error;
      },
    );
    if (isValid) return sessionOf(terminal);
  }
  terminal.note(`sign in to ${authUrl}`);
  const words = ['--auth-url', authUrl, ...(email === undefined ? [] : ['--email', email])];
  await login.run(words, terminal);
  return sessionOf(terminal);
}
