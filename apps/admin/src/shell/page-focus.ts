import { type RefObject, useEffect, useRef } from 'react';

/** False until the first page has opened. The first page keeps the browser's focus. */
let opened = false;

/**
 * Returns a ref for the heading of a page. The heading is focused when the page opens, unless an element of
 * the page already has the focus.
 */
export function usePageFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const inside = heading.current?.closest('main')?.contains(document.activeElement);
    // Keeps the focus of the skip link, which focuses the main element itself.
    if (opened && (!inside || document.activeElement?.tagName === 'MAIN')) heading.current?.focus();
    opened = true;
  }, []);
  return heading;
}
