import { useSyncExternalStore } from 'react';

/** Those who wait for the person to prove again who they are. */
let asked: { promise: Promise<void>; done: () => void; refused: () => void } | undefined;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Resolves when the person has proved again who they are; throws `refusal` where they do not want to. */
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

/** Asks for the proof before a request that no script can repeat. False if the person does not give it. */
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
