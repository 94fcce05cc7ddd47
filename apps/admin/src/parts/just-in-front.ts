import { useEffect, useRef } from 'react';

/** Time in milliseconds after the window gains focus, in which a click may be meant for another window. */
const settleMs = 500;

/**
 * Returns a function that checks whether the window gained focus a moment ago. Prevents double-clickjacking: a
 * malicious window closes at the first click, so that the second click hits the consent button of the window behind.
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
