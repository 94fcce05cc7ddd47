import { useEffect } from 'react';
import { isProblem } from '../../api/problem';
import { renewSession } from '../../session/session';

/**
 * Reloads the session when a person returns to this page. The native form sends the session's CSRF token, and
 * no script can react if a stale token is refused. A page restored from the back/forward cache is reloaded.
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

/** Keeps the old token if the request fails. The service decides about the token. */
function ignored(error: unknown): void {
  if (!isProblem(error)) throw error;
}
