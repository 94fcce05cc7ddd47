import { useEffect, useRef } from 'react';

/**
 * Milliseconds after the window gets the focus. A click within this time can have been meant for another
 * window.
 */
const settleMs = 500;

/**
 * Protects against double-clickjacking: a page asks for a double click and closes itself at the first click,
 * so that the second click hits the consent button behind the page. `frame-ancestors` does not prevent this,
 * because nothing is framed. @returns true if the window got the focus only a moment ago
 */
export function useJustInFront(): () => boolean {
  const since = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const begin = (): void => {
      since.current = performance.now();
    };
    window.addEventListener('focus', begin);
    return () => window.removeEventListener('focus', begin);
  }, []);
  return () => performance.now() - since.current < settleMs;
}
