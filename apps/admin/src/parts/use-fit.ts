import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export interface Fit {
  /** Ref of the element whose content must fit into its width. */
  areaRef: RefObject<HTMLDivElement | null>;
  /** Ruler element of the same width and without height, whose size is observed. */
  rulerRef: RefObject<HTMLDivElement | null>;
  /** Width of the fitted element in pixels, or 0 before the first layout. */
  width: number;
  /** Number of steps by which the content was made narrower, from 0 to `maxStep`. */
  step: number;
}

/**
 * Increments `step` before the next paint until the content fits or `maxStep` is reached. Resizing resets
 * `step` to 0. New content never reduces it, so that columns do not move when the user changes pages.
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
    // Observes the ruler element, whose height is constant. Observing the area would cause a resize loop,
    // because this hook changes the area's height.
    const observer = new ResizeObserver(() => flushSync(read));
    observer.observe(rulerRef.current!);
    return () => observer.disconnect();
  }, []);
  const narrow = (): void => {
    const area = areaRef.current!;
    if (step < maxStep && area.scrollWidth > area.clientWidth + 1)
      setFit((before) => ({ ...before, step: before.step + 1 }));
  };
  // Runs after every render, because new content can be too wide.
  useLayoutEffect(narrow);
  return { areaRef, rulerRef, width, step };
}
