import { type RefObject, useEffect, useRef } from 'react';

/** The first page keeps the browser's focus. */
let opened = false;

/**
 * Ref for a page's heading, which gets the focus when the page opens, unless an element of the page already
 * has it.
 */
export function usePageFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const inside = heading.current?.closest('main')?.contains(document.activeElement);
    // The skip link focuses the main element itself.
    if (opened && (!inside || document.activeElement?.tagName === 'MAIN')) heading.current?.focus();
    opened = true;
  }, []);
  return heading;
}
