import { type ReactNode, useEffect } from 'react';
import { Skeleton } from '../parts/states';
import { useShopIfAny } from '../session/shop';
import { useTexts } from '../texts/texts';
import styles from './page.module.css';
import { usePageFocus } from './page-focus';

interface PageProps {
  title: string;
  /** Which part of it is shown, where it has several: for the title of the window. */
  part?: string;
  /** What the page is for, in a sentence. */
  lead?: ReactNode;
  /** A picture of what the page is about, before its title. */
  mark?: ReactNode;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A screen inside the frame. Its heading gets the focus when it is opened, so that a screen reader says where one is. */
export function Page({ title, part, lead, mark, actions, children }: PageProps): ReactNode {
  const t = useTexts();
  const shop = useShopIfAny()?.name ?? t('product.name');
  const heading = usePageFocus();
  useEffect(() => {
    document.title = t('page.title', { page: part ? `${part} · ${title}` : title, shop });
  });
  return (
    <div className={styles['page']}>
      <header className={styles['header']}>
        <div className={styles['words']}>
          <h1 ref={heading} tabIndex={-1} dir="auto" className={styles['title']}>
            {mark}
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
      <PageContentSkeleton />
    </div>
  );
}

/** While the data that decides what the screen looks like is on its way. */
export function PageContentSkeleton(): ReactNode {
  return (
    <div className={styles['card']}>
      <Skeleton lines={5} tall />
    </div>
  );
}
