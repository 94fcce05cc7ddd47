import { useEffect } from 'react';
import { isProblem } from '../../api/problem';
import { renewSession } from '../../session/session';

/**
 * Reloads the session when the user returns to this page, because the native form contains the CSRF token and
 * no script can react if the service rejects an outdated token. Also reloads a page from the back/forward
 * cache.
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

/** Ignores a failed request. The form then contains the old CSRF token, which the service checks. */
function ignored(error: unknown): void {
  if (!isProblem(error)) throw error;
}
