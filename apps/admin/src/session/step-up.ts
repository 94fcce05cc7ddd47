import { useSyncExternalStore } from 'react';

/** API requests that wait until the user authenticates again. */
let asked: { promise: Promise<void>; done: () => void; refused: () => void } | undefined;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Asks the user to authenticate again. Resolves after a success. Throws `refusal` if the user cancels. */
export async function stepUp(refusal: Error): Promise<void> {
  if (!asked) {
    let [done, refused] = [(): void => undefined, (): void => undefined];
    const promise = new Promise<void>((resolve, reject) => {
      done = resolve;
      refused = () => reject(refusal);
    });
    asked = { promise, done: () => done(), refused: () => refused() };
    tell();
  }
  await asked.promise;
}

/**
 * Asks the user to authenticate again before a native form is submitted, because scripts cannot repeat the
 * submission. Returns false if the user cancels.
 */
export function proveAgain(): Promise<boolean> {
  return stepUp(new Error('The person did not confirm who they are.')).then(
    () => true,
    () => false,
  );
}

export function finishStepUp(isProved: boolean): void {
  if (isProved) asked?.done();
  else asked?.refused();
  asked = undefined;
  tell();
}

export function useStepUpAsked(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => asked !== undefined,
  );
}
