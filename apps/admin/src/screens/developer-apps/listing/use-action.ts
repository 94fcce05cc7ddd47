import { useState } from 'react';
import { toast } from '../../../parts/toast';

interface Action {
  act: () => Promise<unknown>;
  /** Reloads the data that the action has changed. Runs after success and failure. */
  changed: () => Promise<void>;
  /** Text of the toast after success. If undefined, no toast appears. */
  done?: string;
}

/** Returns a function that runs a button's action, with the pending state and the error of the last run. */
export function useAction({ act, changed, done }: Action) {
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<unknown>();
  const start = async (): Promise<void> => {
    setPending(true);
    setError(undefined);
    try {
      await act();
      if (done !== undefined) toast(done);
    } catch (thrown) {
      setError(thrown);
    }
    await changed();
    setPending(false);
  };
  return { isPending, error, run: () => void start() };
}
