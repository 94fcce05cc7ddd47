import { useEffect } from 'react';

/** Makes the browser ask before it closes or reloads the page, if input or a running change would be lost. */
export function useAskBeforeUnload(isNeeded: () => boolean): void {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent): void => {
      if (isNeeded()) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  });
}
