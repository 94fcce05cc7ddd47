import { useEffect, useRef } from 'react';

/** A press this soon after the window came to the front may have been meant for the window before it, ms. */
const settleMs = 500;

/**
 * Against "double-clickjacking": a page asks for a double click, closes itself on the first one, and the second one lands on the consent that waits
 * behind it. `frame-ancestors` does not help there, as nothing is framed.
 *
 * @returns whether the window has come to the front only now
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
