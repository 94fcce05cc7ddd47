import { useEffect } from 'react';
import { isProblem } from '../../api/problem';
import { renewSession } from '../../session/session';

/**
 * The form carries the CSRF token of the session, and no script stands by when it is refused. So whoever comes back to this page gets today's session:
 * they may have signed in anew in another tab, or it may have ended. A page that the browser kept as it was is loaded again.
 */
export function useFreshSession(): void {
  useEffect(() => {
    const onVisible = (): void => {
      if (document.visibilityState === 'visible') void renewSession().catch(ignored);
    };
    const onShown = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) window.location.reload();
    };
    document.addEventListener('visibilitychange', onVisible);
    window.addEventListener('pageshow', onShown);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener('pageshow', onShown);
    };
  }, []);
}

/** Without an answer the token of before stays; the service has the last word. */
function ignored(error: unknown): void {
  if (!isProblem(error)) throw error;
}
