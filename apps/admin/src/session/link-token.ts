import { useEffect, useState } from 'react';

/**
 * Returns the token of a mail link from the URL fragment. Removes the fragment immediately, so that the
 * browser's history does not contain it.
 */
export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    if (window.location.hash !== '')
      window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}
