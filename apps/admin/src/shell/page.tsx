import { type ReactNode, useEffect, useRef } from 'react';
import { Skeleton } from '../parts/states';
import { useShop } from '../session/shop';
import { useTexts } from '../texts/texts';
import styles from './page.module.css';

interface PageProps {
  title: string;
  /** What the page is for, in a sentence. */
  lead?: ReactNode;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The first page that is opened leaves the focus where the browser has it. */
let opened = false;

/** A screen inside the frame. Its heading gets the focus when it is opened, so that a screen reader says where one is. */
export function Page({ title, lead, actions, children }: PageProps): ReactNode {
  const t = useTexts();
  const { name } = useShop();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = t('page.title', { page: title, shop: name });
  });
  useEffect(() => {
    if (opened) heading.current?.focus();
    opened = true;
  }, []);
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <div className={styles['words']}>
          <h1 ref={heading} tabIndex={-1} className={styles['title']}>
            {title}
          </h1>
          {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
        </div>
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** While the code of a screen is on its way. */
export function PageSkeleton(): ReactNode {
  return (
    <div className={styles['page']}>
      <div className={styles['header']}>
        <div className={styles['ghost']} />
      </div>
      <div className={styles['card']}>
        <Skeleton lines={5} tall />
      </div>
    </div>
  );
}
