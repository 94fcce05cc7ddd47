import { useState } from 'react';
import { toast } from '../../../parts/toast';

interface Action {
  act: () => Promise<unknown>;
  /** Reloads what the action changed, also after a failure. */
  changed: () => Promise<void>;
  /** Text of the toast. undefined: none. */
  done?: string;
}

/** A button's action, at most once at a time, with its error. */
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
