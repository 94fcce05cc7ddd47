import { useEffect, useRef } from 'react';

/**
 * Time in milliseconds after the window gets the focus in which a press may have been meant for another
 * window.
 */
const settleMs = 500;

/**
 * Protects against double-clickjacking: a page asks for a double click and closes itself on the first one, so
 * the second one lands on the consent button behind it. `frame-ancestors` does not help, because nothing is
 * framed. @returns whether the window got the focus only a moment ago
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
