import { type Answer, ApiError, type ApiRequest, isApiError, type Transport } from '@storewright/sdk';
import { authApi } from './command-line';
import { readCredentials } from './credentials';
import { UsageError } from './failures';
import type { Terminal } from './terminal';

/** The auth API as the developer who has signed in. */
export interface Session {
  authUrl: string;
  send(request: ApiRequest): Promise<Answer>;
  /** With a file as the body, of the media type that the headers say. */
  sendFile(request: ApiRequest, file: Uint8Array<ArrayBuffer>): Promise<Answer>;
}

/** What shows who somebody is. */
interface Proof {
  password: string;
  /** Of the authenticator app, or a recovery code. */
  code?: string;
}

/** The session that `login` has kept. Where a request needs a newer sign-in, the person is asked for the password, and the request is sent again. */
export function sessionOf(terminal: Terminal): Session {
  const { auth_url: authUrl, session } = readCredentials(terminal.environment);
  if (!authUrl || !session) throw new UsageError('sign in first: storewright login --auth-url <address>.');
  const api = authApi(authUrl, session);
  const signIn = `storewright login --auth-url ${authUrl}`;
  const sendBy = async (way: Transport, request: ApiRequest): Promise<Answer> => {
    try {
      return await way.send(request);
    } catch (error) {
      if (isApiError(error, 'invalid_token'))
        terminal.note(`your session has ended; sign in again: ${signIn}`);
      if (isOfDevice(error))
        terminal.note(
          `the session of this device cannot do this: use the admin panel, or sign in by password: ${signIn} --email <email>`,
        );
      if (!isApiError(error, 'step_up_required') || isOfDevice(error)) throw error;
      terminal.note('your sign-in is older than ten minutes, and this needs a newer one');
      const password = await terminal.ask('Password: ', true);
      if (password !== '') return prove(password).then(() => way.send(request));
      // Nobody is there, or whoever is there would rather not.
      terminal.note(`sign in again, and repeat it within ten minutes: ${signIn}`);
      throw error;
    }
  };
  const prove = (password: string) =>
    proving(terminal, password, (proof) => {
      const body = { data: { type: 'reauthentications', attributes: proof } };
      return api.send({ method: 'POST', path: '/api/reauthentications', body });
    });
  return {
    authUrl,
    send: (request) => sendBy(api, request),
    sendFile: (request, file) => sendBy(authApi(authUrl, session, file), request),
  };
}

/** No proof helps the session that a browser gave to this device. */
function isOfDevice(error: unknown): boolean {
  return error instanceof ApiError && error.errors[0]?.meta?.['session_kind'] === 'device';
}

/** Sends the password, and once more with a code where the person has two-factor authentication. */
export async function proving<T>(
  terminal: Terminal,
  password: string,
  send: (proof: Proof) => Promise<T>,
): Promise<T> {
  try {
    return await send({ password });
  } catch (error) {
    if (!isApiError(error, 'second_factor_required')) throw error;
    const code = (await terminal.ask('Code of your authenticator app, or a recovery code: ')).trim();
    if (code === '') throw error;
    return send({ password, code });
  }
}

/** The objects of a list, page by page. */
export async function* listed<T>({ send }: Session, path: string): AsyncGenerator<T> {
  for (let next: string | undefined = path; next;) {
    const { document } = await send({ method: 'GET', path: next });
    const { data, links } = document as { data: T[]; links: { next?: string | null } };
    yield* data;
    next = links.next ? path.split('?', 1)[0]! + new URL(links.next).search : undefined;
  }
}
