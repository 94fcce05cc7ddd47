import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react';
import styles from './scroll-area.module.css';

interface ScrollAreaProps {
  label: string;
  areaRef: RefObject<HTMLDivElement | null>;
  children: ReactNode;
}

type Hidden = 'none' | 'start' | 'end' | 'both';

/**
 * A container that scrolls wide content horizontally, with shadows on sides with hidden content. While content is
 * hidden, keyboard users can focus and scroll the container.
 */
export function ScrollArea({ label, areaRef, children }: ScrollAreaProps): ReactNode {
  const [hidden, setHidden] = useState<Hidden>('none');
  const read = (): void => setHidden(hiddenSide(areaRef.current!));
  useLayoutEffect(read);
  return (
    <div className={styles['frame']} data-hidden={hidden}>
      <div
        ref={areaRef}
        className={styles['area']}
        onScroll={read}
        {...(hidden !== 'none' && { role: 'region', 'aria-label': label, tabIndex: 0 })}
      >
        {children}
      </div>
    </div>
  );
}

function hiddenSide({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): Hidden {
  const rest = scrollWidth - clientWidth - Math.abs(scrollLeft);
  if (Math.abs(scrollLeft) > 1) return rest > 1 ? 'both' : 'start';
  return rest > 1 ? 'end' : 'none';
}
