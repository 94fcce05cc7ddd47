import { type Answer, ApiError, type ApiRequest, isApiError, type Transport } from '@storewright/sdk';
import { authApi } from './command-line';
import { readCredentials } from './credentials';
import { UsageError } from './failures';
import type { Terminal } from './terminal';

/** The auth API with the session of the signed-in developer. */
export interface Session {
  authUrl: string;
  send(request: ApiRequest): Promise<Answer>;
  /** Sends a file as the body. The headers must name its media type. */
  sendFile(request: ApiRequest, file: Uint8Array<ArrayBuffer>): Promise<Answer>;
}

/** Credentials with which a person proves their identity. */
interface Proof {
  password: string;
  /** Code of the authenticator app, or a recovery code. */
  code?: string;
}

/**
 * Returns a client with the stored session. If a request requires a newer sign-in, the client asks for the
 * password and repeats the request.
 */
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
        terminal.note(`your session has expired; sign in again: ${signIn}`);
      if (isOfDevice(error))
        terminal.note(
          'the session of this device cannot do this: use the admin panel, or sign in by password: ' +
            `${signIn} --email <email>`,
        );
      if (!isApiError(error, 'step_up_required') || isOfDevice(error)) throw error;
      terminal.note('this requires a sign-in within the last ten minutes');
      const password = await terminal.ask('Password: ', true);
      if (password !== '') return prove(password).then(() => way.send(request));
      // Prints the next step if no person is at the terminal or if the person cancelled.
      terminal.note(`sign in again and repeat the command within ten minutes: ${signIn}`);
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

/** True if the session belongs to a device. Such a session cannot be renewed with a password. */
function isOfDevice(error: unknown): boolean {
  return error instanceof ApiError && error.errors[0]?.meta?.['session_kind'] === 'device';
}

/** Sends the password. If the person uses two-factor authentication, sends it again with a code. */
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

/** Reads all objects of a list. */
export async function* listed<T>({ send }: Session, path: string): AsyncGenerator<T> {
  for (let next: string | undefined = path; next;) {
    const { document } = await send({ method: 'GET', path: next });
    const { data, links } = document as { data: T[]; links: { next?: string | null } };
    yield* data;
    next = links.next ? path.split('?', 1)[0]! + new URL(links.next).search : undefined;
  }
}
