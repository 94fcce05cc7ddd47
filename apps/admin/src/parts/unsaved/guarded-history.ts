import { UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';
import { unsavedInput } from './unsaved';

/** A navigation that waits for the user's confirmation. */
export interface Leaving {
  leave: () => void;
  stay: () => void;
}

let leaving: Leaving | undefined;
const listeners = new Set<() => void>();

export const leavingNow = (): Leaving | undefined => leaving;

export function subscribeToLeaving(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function change(next: Leaving | undefined): void {
  leaving = next;
  for (const listener of listeners) listener();
}

/** Path of the sign-in page, which opens without a confirmation after the session has expired. */
const SIGN_IN = '/admin/sign-in';

function isBlocked(from: string, to: string): boolean {
  return from !== to && to !== SIGN_IN && unsavedInput().some(({ isPending }) => !isPending);
}

function ask(proceed: () => void): void {
  const decide = (act?: () => void) => () => {
    change(undefined);
    act?.();
  };
  change({ leave: decide(proceed), stay: decide() });
}

type BrowserHistory = ReturnType<typeof createBrowserHistory>;
type Push = BrowserHistory['push'];

/**
 * The browser history with a confirmation before the user leaves a page with unsaved input. React Router's data
 * router has the same feature but would add 12 kB.
 */
export function guardedHistory(): BrowserHistory {
  const history = createBrowserHistory({ v5Compat: true });
  let shownPath = window.location.pathname;
  const guarded =
    (move: Push): Push =>
    (to, state) => {
      const path = new URL(history.createHref(to), window.location.href).pathname;
      const go = (): void => {
        shownPath = path;
        move(to, state);
      };
      if (isBlocked(shownPath, path)) ask(go);
      else go();
    };
  const { push, replace, listen, go } = history;
  // Number of pending history steps that this module has triggered.
  let ownSteps = 0;
  return Object.assign(Object.create(history) as BrowserHistory, {
    push: guarded(push.bind(history)),
    replace: guarded(replace.bind(history)),
    listen: (listener: Parameters<BrowserHistory['listen']>[0]) =>
      listen.call(history, (update) => {
        const path = window.location.pathname;
        if (ownSteps > 0) {
          ownSteps -= 1;
          if (path === shownPath) return;
        } else if (update.action === 'POP' && update.delta && isBlocked(shownPath, path)) {
          const { delta } = update;
          ownSteps += 1;
          go.call(history, -delta);
          ask(() => {
            ownSteps += 1;
            go.call(history, delta);
          });
          return;
        }
        shownPath = path;
        listener(update);
      }),
  });
}
