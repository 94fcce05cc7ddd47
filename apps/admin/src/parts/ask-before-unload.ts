import { useEffect } from 'react';

/**
 * Makes the browser ask for confirmation before the user closes or reloads the page while `isNeeded` returns
 * true, for unsaved input or a running change.
 */
export function useAskBeforeUnload(isNeeded: () => boolean): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (isNeeded()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  });
}
