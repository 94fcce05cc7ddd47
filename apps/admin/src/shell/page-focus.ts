import { type RefObject, useEffect, useRef } from 'react';

/** False until the first page has opened. On the first page, the browser sets the focus. */
let opened = false;

/**
 * Returns a ref for the heading of a page. The heading gets the focus when the page opens, unless an element of the
 * page already has the focus.
 */
export function usePageFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const inside = heading.current?.closest('main')?.contains(document.activeElement);
    // The skip link moves the focus to the main element. After a later navigation, the focus must move to the new
    // heading.
    if (opened && (!inside || document.activeElement?.tagName === 'MAIN')) heading.current?.focus();
    opened = true;
  }, []);
  return heading;
}
