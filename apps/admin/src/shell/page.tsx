import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import { Skeleton } from '../parts/states';
import { useSessionState } from '../session/session';
import { useShopIfAny } from '../session/shop';
import { useTexts } from '../texts/texts';
import styles from './page.module.css';
import { usePageFocus } from './page-focus';
import { type PageShape, shapeOf } from './page-shape';

interface PageProps {
  title: string;
  part?: string;
  lead?: ReactNode;
  mark?: ReactNode;
  actions?: ReactNode;
  /** Adds the page's object to the recent objects of the command palette, or removes a deleted object. */
  recent?: 'add' | 'remove' | undefined;
  children: ReactNode;
}

/**
 * A screen inside the page frame. The heading gets the focus when the page opens, so that screen readers announce the
 * page.
 */
export function Page({ title, part, lead, mark, actions, recent, children }: PageProps): ReactNode {
  const t = useTexts();
  const shop = useShopIfAny()?.name ?? t('product.name');
  const heading = usePageFocus();
  useEffect(() => {
    document.title = t('page.title', { page: part ? `${part} · ${title}` : title, shop });
  });
  useRecentObject(recent, title);
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

function useRecentObject(change: PageProps['recent'], title: string): void {
  const shop = useShopIfAny();
  const { pathname } = useLocation();
  const session = useSessionState();
  const person = session.kind === 'signed-in' ? session.session.email : undefined;
  useEffect(() => {
    if (change === undefined || person === undefined || shop === undefined) return;
    // Loads the code of recent objects on demand, because screens render without that code.
    const load = import('./palette/recent-objects');
    void load.then(
      ({ addRecent, removeRecent }) =>
        change === 'add'
          ? addRecent(person, shop.id, { path: pathname, title })
          : removeRecent(person, shop.id, pathname),
      // Ignores a failure to load the code, because only the command palette then lacks this object.
      () => undefined,
    );
  }, [change, person, shop, pathname, title]);
}

/** Placeholder for a page while the code of the page loads. */
export function PageSkeleton(): ReactNode {
  const { pathname } = useLocation();
  return (
    <div className={styles['page']}>
      <div className={styles['header']}>
        <div className={styles['ghost']} />
      </div>
      <ShapedContent shape={shapeOf(pathname)} />
    </div>
  );
}

function ShapedContent({ shape }: { shape: PageShape }): ReactNode {
  if (shape === 'cards') return <PageContentSkeleton />;
  if (shape === 'list')
    return (
      <div className={styles['card']}>
        <div className={styles['ghostTools']} />
        <Skeleton lines={8} tall />
      </div>
    );
  return (
    <div className={styles['ghostColumns']}>
      <div className={styles['card']}>
        <Skeleton lines={9} tall />
      </div>
      <div className={styles['card']}>
        <Skeleton lines={4} />
      </div>
    </div>
  );
}

/** Placeholder for a page whose layout depends on data that is still loading. */
export function PageContentSkeleton(): ReactNode {
  return (
    <div className={styles['card']}>
      <Skeleton lines={5} tall />
    </div>
  );
}
