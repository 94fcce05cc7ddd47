import { type RefObject, useEffect, useRef } from 'react';

/** The first page that is opened leaves the focus where the browser has it. */
let opened = false;

/** For the heading of a page: it takes the focus when the page is opened, unless something in the page has it already. */
export function usePageFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const inside = heading.current?.closest('main')?.contains(document.activeElement);
    // The main element itself is focused by the link that skips the navigation.
    if (opened && (!inside || document.activeElement?.tagName === 'MAIN')) heading.current?.focus();
    opened = true;
  }, []);
  return heading;
}
