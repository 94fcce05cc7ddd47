import { useEffect, useState } from 'react';

/**
 * Runs `work` in a task after the next paint, so that the browser shows the pressed button first. Returns a
 * function that cancels `work`.
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
 * Delays an overlay until after the next paint. Opening an overlay hides the page from screen readers and
 * forces a slow style recalculation of the whole page.
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
