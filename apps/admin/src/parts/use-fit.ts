import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export interface Fit {
  /** The element whose content must fit into its width. */
  areaRef: RefObject<HTMLDivElement | null>;
  /** A ruler element with the same width as the content's element. The hook observes the ruler's width. */
  rulerRef: RefObject<HTMLDivElement | null>;
  /** Width of the content's element in pixels. 0 before the first layout. */
  width: number;
  /** Number of steps, from 0 to `maxStep`, in which the content was made narrower. */
  step: number;
}

/**
 * Increments `step` before the next paint until the content fits or `step` equals `maxStep`. Only resizing resets
 * `step` to 0, so that columns do not move when the user opens the next page.
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
    // Observes the ruler, because its height is constant. Observing the content would cause a resize loop, because
    // this hook changes the content's height.
    const observer = new ResizeObserver(() => flushSync(read));
    observer.observe(rulerRef.current!);
    return () => observer.disconnect();
  }, []);
  const narrow = (): void => {
    const area = areaRef.current!;
    if (step < maxStep && area.scrollWidth > area.clientWidth + 1)
      setFit((before) => ({ ...before, step: before.step + 1 }));
  };
  // Runs the effect after every render, because new content can be too wide.
  useLayoutEffect(narrow);
  return { areaRef, rulerRef, width, step };
}
