import { useEffect, useState } from 'react';

/**
 * Returns the token of an email link from the URL fragment. Removes the fragment immediately, so that the browser
 * history does not contain the token.
 */
export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    if (window.location.hash !== '')
      window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}
