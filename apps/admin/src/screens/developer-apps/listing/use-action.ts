import { useState } from 'react';
import { toast } from '../../../parts/toast';

interface Action {
  act: () => Promise<unknown>;
  /** Reloads the data that the action changed, also after a failure. */
  changed: () => Promise<void>;
  /** Text of the toast. If it is undefined, no toast is shown. */
  done?: string;
}

/** Runs the action of a button, one run at a time, and returns its error. */
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
