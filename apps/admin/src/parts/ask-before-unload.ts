import { useEffect } from 'react';

/**
 * Makes the browser ask for confirmation before closing or reloading the page would lose unsaved input or
 * interrupt a change.
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
