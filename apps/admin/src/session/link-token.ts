import { useEffect, useState } from 'react';

/** The token of a link in a mail, behind the #. It is taken out of the address at once, and stays in no history. */
export function useLinkToken(): string {
  const [token] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    if (window.location.hash !== '')
      window.history.replaceState(window.history.state, '', window.location.pathname);
  }, []);
  return token;
}
