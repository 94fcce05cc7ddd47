import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export interface Fit {
  /** Element whose content must fit into its width. */
  areaRef: RefObject<HTMLDivElement | null>;
  /** Element of no height and full width, whose size is observed. */
  rulerRef: RefObject<HTMLDivElement | null>;
  /** Width of the area in pixels. 0 before the first layout. */
  width: number;
  /** Number of steps taken to make the content narrower. */
  step: number;
}

/**
 * Counts up `step` before the next paint until the content fits or `maxStep` is reached. A new width starts
 * again at 0. New content only counts up, so that columns stay in place while a person turns pages.
 */
export function useFit(maxStep: number): Fit {
  const areaRef = useRef<HTMLDivElement>(null);
  const rulerRef = useRef<HTMLDivElement>(null);
  const [{ width, step }, setFit] = useState({ width: 0, step: 0 });
  useLayoutEffect(() => {
    const read = (): void => {
      const now = areaRef.current?.clientWidth ?? 0;
      setFit((before) => (before.width === now ? before : { width: now, step: 0 }));
    };
    read();
    // The ruler keeps its height. An observed element that changes its height here would be reported again.
    const observer = new ResizeObserver(() => flushSync(read));
    observer.observe(rulerRef.current!);
    return () => observer.disconnect();
  }, []);
  const narrow = (): void => {
    const area = areaRef.current!;
    if (step < maxStep && area.scrollWidth > area.clientWidth + 1)
      setFit((before) => ({ ...before, step: before.step + 1 }));
  };
  // After every render, because any new content may be too wide.
  useLayoutEffect(narrow);
  return { areaRef, rulerRef, width, step };
}
