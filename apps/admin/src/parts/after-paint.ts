import { useEffect, useState } from 'react';

/**
 * Runs `work` after the next paint, so that the browser first shows the pressed button. Returns a function that
 * cancels `work`.
 */
export function afterPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const frame = requestAnimationFrame(() => (timer = setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/**
 * Returns true from the next paint after `isOpen` became true, and false as soon as `isOpen` is false.
 * Overlays open after the paint, because opening an overlay forces a slow style recalculation of the whole
 * page.
 */
export function useOpenAfterPaint(isOpen: boolean): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const cancel = afterPaint(() => setShown(true));
    return () => {
      cancel();
      setShown(false);
    };
  }, [isOpen]);
  return isOpen && isShown;
}
