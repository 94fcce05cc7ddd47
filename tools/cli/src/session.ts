import { type Answer, ApiError, type ApiRequest, isApiError, type Transport } from '@storewright/sdk';
import { authApi } from './command-line';
import { readCredentials } from './credentials';
import { confirmInBrowser } from './device-sign-in';
import { UsageError } from './failures';
import { StoredSession } from './stored-session';
import type { Terminal } from './terminal';

export interface Session {
  authUrl: string;
  send(request: ApiRequest): Promise<Answer>;
  /** Sends a file as the request body. The headers of the request must contain the media type of the file. */
  sendFile(request: ApiRequest, file: Uint8Array<ArrayBuffer>): Promise<Answer>;
}

/** Credentials with which a user proves their identity. */
interface Proof {
  password: string;
  code?: string;
}

/**
 * Returns a client with the stored session. The client renews an expired token of a device session. If a
 * request requires a recent sign-in, the user confirms the command in a browser, or enters the password after
 * a password sign-in. The client then repeats the request.
 */
export function sessionOf(terminal: Terminal): Session {
  const { auth_url: authUrl, session } = readCredentials(terminal.environment);
  if (!authUrl || !session) throw new UsageError('sign in first: storewright login --auth-url <address>.');
  const stored = new StoredSession(terminal.environment, authUrl, session);
  const api = authApi(authUrl, stored);
  return {
    authUrl,
    send: (request) => sendWith(api, request, { stored, terminal }),
    sendFile: (request, file) => sendWith(authApi(authUrl, stored, file), request, { stored, terminal }),
  };
}

interface Signed {
  stored: StoredSession;
  terminal: Terminal;
}

async function sendWith(api: Transport, request: ApiRequest, signed: Signed): Promise<Answer> {
  try {
    return await sendRefreshed(api, request, signed);
  } catch (error) {
    if (!isApiError(error, 'step_up_required')) {
      noteNextStep(error, signed);
      throw error;
    }
    if (isOfDevice(error)) await confirm(signed);
    else if (!(await prove(signed))) throw error;
    return sendRefreshed(api, request, signed);
  }
}

/**
 * Sends a request. If the session token has expired and can be renewed, renews it and repeats the request.
 */
async function sendRefreshed(api: Transport, request: ApiRequest, { stored }: Signed): Promise<Answer> {
  try {
    return await api.send(request);
  } catch (error) {
    if (!isApiError(error, 'invalid_token') || !(await stored.refresh())) throw error;
    return api.send(request);
  }
}

function noteNextStep(error: unknown, { stored: { authUrl }, terminal }: Signed): void {
  const signIn = `storewright login --auth-url ${authUrl}`;
  if (isApiError(error, 'invalid_token')) terminal.note(`your session has expired; sign in again: ${signIn}`);
  if (isOfDevice(error))
    terminal.note(
      'the session of this device cannot do this: use the admin panel, or sign in by password: ' +
        `${signIn} --email <email>`,
    );
}

/** Waits until the user confirms the command in a browser, and stores the new session tokens. */
async function confirm({ stored, terminal }: Signed): Promise<void> {
  const { authUrl, token: session } = stored;
  const { shop } = readCredentials(terminal.environment);
  const { command } = terminal;
  stored.keep(await confirmInBrowser(terminal, authUrl, { session, command, shop }));
}

/** Asks the user for the password. Returns false if the terminal is not interactive or the user cancels. */
async function prove({ stored, terminal }: Signed): Promise<boolean> {
  terminal.note('this requires a sign-in within the last ten minutes');
  const password = await terminal.ask('Password: ', true);
  if (password === '') {
    const signIn = `storewright login --auth-url ${stored.authUrl}`;
    terminal.note(`sign in again and repeat the command within ten minutes: ${signIn}`);
    return false;
  }
  await proving(terminal, password, (proof) => {
    const body = { data: { type: 'reauthentications', attributes: proof } };
    return authApi(stored.authUrl, stored).send({ method: 'POST', path: '/api/reauthentications', body });
  });
  return true;
}

/** True if the error is about a device session, whose user confirms commands in a browser. */
function isOfDevice(error: unknown): boolean {
  return error instanceof ApiError && error.errors[0]?.meta?.['session_kind'] === 'device';
}

/**
 * Calls `send` with the password. If the user has two-factor authentication, asks for a code and calls `send`
 * again.
 */
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

/** Reads all objects of a list, page by page. `api` is a session of the auth API or the transport of a shop. */
export async function* listed<T>(api: Pick<Transport, 'send'>, path: string): AsyncGenerator<T> {
  for (let next: string | undefined = path; next;) {
    const { document } = await api.send({ method: 'GET', path: next });
    const { data, links } = document as { data: T[]; links: { next?: string | null } };
    yield* data;
    next = links.next ? path.split('?', 1)[0]! + new URL(links.next).search : undefined;
  }
}
