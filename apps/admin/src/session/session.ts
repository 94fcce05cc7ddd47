import { useSyncExternalStore } from 'react';
import type { Document, Resource } from '../api/documents';
import { isProblem } from '../api/problem';
import { send } from '../api/request';
import { removeAllDrafts } from '../parts/unsaved/draft-storage';

/** Session of the signed-in user, stored only in memory. Scripts cannot read the session cookie. */
export interface Session {
  owner_id: string;
  email: string;
  csrf_token: string;
  expires_at: string;
}

export interface Credentials {
  email: string;
  password: string;
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

/** API requests that wait until the user signs in again. */
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

/** Returns the session. Throws for a signed-out user. */
export function useSession(): Session {
  const now = useSessionState();
  if (now.kind !== 'signed-in') throw new Error('This screen needs a session.');
  return now.session;
}

export function sessionNow(): Session | undefined {
  return state.kind === 'signed-in' ? state.session : undefined;
}

/** Loads the session when the page starts. Throws if the request fails. */
export async function loadSession(): Promise<void> {
  change(await currentState());
}

/** Opens the sign-in dialog after a 401. Resolves when the same user has signed in again. */
export function signInAgain(): Promise<void> {
  if (!again) {
    let done = (): void => undefined;
    again = { promise: new Promise((resolve) => (done = resolve)), done: () => done() };
  }
  if (state.kind === 'signed-in') change({ ...state, ended: true });
  else change({ kind: 'signed-out' });
  return again.promise;
}

/** Adopts the session from a sign-in in another tab. Reloads the page if another user has signed in. */
export async function renewSession(): Promise<void> {
  const next = await currentState();
  if (next.kind === 'signed-in') accept(next.session);
  else await signInAgain();
}

/**
 * Returns true if the user must authenticate again before a sensitive request. Returns false if the check fails,
 * because the service checks every sensitive request itself.
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

export async function signInWithPasskey(response: object): Promise<void> {
  const { document } = await send<SessionDocument>('/admin/api/passkey_assertions', {
    method: 'POST',
    data: { type: 'passkey_assertions', attributes: { response } },
  });
  accept(document.data.attributes);
}

export async function takeOver(transfer_token: string): Promise<void> {
  const { document } = await send<SessionDocument>('/admin/api/accepted_session_transfers', {
    method: 'POST',
    data: { type: 'accepted_session_transfers', attributes: { transfer_token } },
  });
  accept(document.data.attributes);
}

/** Ends the session on the server, removes drafts and reloads the page to clear the memory. */
export async function signOut(): Promise<void> {
  const token = sessionNow()?.csrf_token;
  await send('/admin/api/sessions/current', {
    method: 'DELETE',
    headers: token ? { 'x-csrf-token': token } : {},
  }).catch((error: unknown) => {
    // Ignores a 401, because the session has already ended.
    if (!isProblem(error) || error.status !== 401) throw error;
  });
  removeAllDrafts();
  leaveFor('/admin/sign-in');
}

/** Loads another page of the panel, which discards all state of the ended session. */
export function leaveFor(address: string): void {
  window.location.assign(address);
}

/** Updates the session with a new email address, or with the new CSRF token after a password change. */
export function continueWith(changed: Partial<Omit<Session, 'owner_id'>>): void {
  const session = sessionNow();
  if (session) accept({ ...session, ...changed });
}

function accept({ owner_id, email, csrf_token, expires_at }: Session): void {
  const before = sessionNow();
  if (before && before.owner_id !== owner_id) {
    removeAllDrafts();
    return leaveFor('/admin/');
  }
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
