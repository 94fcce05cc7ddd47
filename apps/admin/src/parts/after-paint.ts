import { useEffect, useState } from 'react';

/**
 * Runs `work` in a task after the next paint, so that the browser first paints the pressed button. Returns a
 * function that cancels the work.
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
 * Returns true from the first paint after `isOpen` became true, and false as soon as `isOpen` is false. An overlay
 * hides the page from screen readers, and the browser then computes the styles of the whole page.
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
