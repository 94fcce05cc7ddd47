import { useSyncExternalStore } from 'react';
import type { Document, Resource } from '../api/documents';
import { isProblem } from '../api/problem';
import { send } from '../api/request';

/** Who is signed in. Kept in memory alone; the browser keeps the cookie, which no script can read. */
export interface Session {
  owner_id: string;
  email: string;
  csrf_token: string;
  expires_at: string;
}

export interface Credentials {
  email: string;
  password: string;
  /** Of the authenticator app, or a recovery code. */
  code?: string;
}

export type SessionState =
  | { kind: 'unknown' }
  | { kind: 'signed-out' }
  /** `ended`: the session is over on the server; the sign-in stands above the screen. */
  | { kind: 'signed-in'; session: Session; ended: boolean };

type SessionDocument = Document<Resource<Session>>;

let state: SessionState = { kind: 'unknown' };
const listeners = new Set<() => void>();

/** Those who wait for the sign-in above the screen. */
let again: { promise: Promise<void>; done: () => void } | undefined;

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useSessionState(): SessionState {
  return useSyncExternalStore(subscribe, () => state);
}

/** The session of a screen that is shown only to people who are signed in. */
export function useSession(): Session {
  const now = useSessionState();
  if (now.kind !== 'signed-in') throw new Error('This screen needs a session.');
  return now.session;
}

export function sessionNow(): Session | undefined {
  return state.kind === 'signed-in' ? state.session : undefined;
}

/** Asks who is signed in; at the start of the page. Throws where that can't be found out. */
export async function loadSession(): Promise<void> {
  change(await currentState());
}

/** A screen's request was refused for lack of a session: resolves when the same person has signed in again. */
export function signInAgain(): Promise<void> {
  if (!again) {
    let done = (): void => undefined;
    again = { promise: new Promise((resolve) => (done = resolve)), done: () => done() };
  }
  if (state.kind === 'signed-in') change({ ...state, ended: true });
  else change({ kind: 'signed-out' });
  return again.promise;
}

/** Another tab has signed in meanwhile: takes over its session, or begins anew where it is somebody else's. */
export async function renewSession(): Promise<void> {
  const next = await currentState();
  if (next.kind === 'signed-in') accept(next.session);
  else await signInAgain();
}

/**
 * Whether the service currently rejects requests that require a step-up. Returns false if the service does not report
 * it, because the service checks every such request itself.
 */
export async function isStepUpNeeded(): Promise<boolean> {
  try {
    const { document } = await send<Document<Resource<{ is_recent: boolean }>>>(
      '/admin/api/sessions/current',
    );
    return !document.data.attributes.is_recent;
  } catch (error) {
    if (isProblem(error)) return false;
    throw error;
  }
}

export async function signIn(credentials: Credentials): Promise<void> {
  const { document } = await send<SessionDocument>('/admin/api/sessions', {
    method: 'POST',
    data: { type: 'sessions', attributes: credentials },
  });
  accept(document.data.attributes);
}

/** With what a passkey has signed. */
export async function signInWithPasskey(response: object): Promise<void> {
  const { document } = await send<SessionDocument>('/admin/api/passkey_assertions', {
    method: 'POST',
    data: { type: 'passkey_assertions', attributes: { response } },
  });
  accept(document.data.attributes);
}

/** With a session that comes from the panel of another shop. */
export async function takeOver(transfer_token: string): Promise<void> {
  const { document } = await send<SessionDocument>('/admin/api/accepted_session_transfers', {
    method: 'POST',
    data: { type: 'accepted_session_transfers', attributes: { transfer_token } },
  });
  accept(document.data.attributes);
}

/** Ends the session here and on the server. The page is loaded anew, so that nothing of it stays in memory. */
export async function signOut(): Promise<void> {
  const token = sessionNow()?.csrf_token;
  await send('/admin/api/sessions/current', {
    method: 'DELETE',
    headers: token ? { 'x-csrf-token': token } : {},
  }).catch((error: unknown) => {
    // Ended already.
    if (!isProblem(error) || error.status !== 401) throw error;
  });
  leaveFor('/admin/sign-in');
}

/** Loads another page of the panel anew: what was in memory belonged to a session that is over. */
export function leaveFor(address: string): void {
  window.location.assign(address);
}

/** The same person's session with another CSRF token, after a change of the password; or with another email. */
export function continueWith(changed: Partial<Omit<Session, 'owner_id'>>): void {
  const session = sessionNow();
  if (session) accept({ ...session, ...changed });
}

/** The session after a sign-in. */
function accept({ owner_id, email, csrf_token, expires_at }: Session): void {
  const before = sessionNow();
  if (before && before.owner_id !== owner_id) return leaveFor('/admin/');
  change({ kind: 'signed-in', session: { owner_id, email, csrf_token, expires_at }, ended: false });
  again?.done();
  again = undefined;
}

async function currentState(): Promise<SessionState> {
  try {
    const { document } = await send<SessionDocument>('/admin/api/sessions/current');
    const { owner_id, email, csrf_token, expires_at } = document.data.attributes;
    return { kind: 'signed-in', session: { owner_id, email, csrf_token, expires_at }, ended: false };
  } catch (error) {
    if (isProblem(error) && error.status === 401) return { kind: 'signed-out' };
    throw error;
  }
}
