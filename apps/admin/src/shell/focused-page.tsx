import { type ReactNode, useEffect } from 'react';
import { useTexts } from '../texts/texts';
import { Brand } from './brand';
import styles from './focused-page.module.css';
import { usePageFocus } from './page-focus';

interface FocusedPageProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** As wide as a form, or as a text. */
  size?: 'narrow' | 'wide';
}

/** A page with one thing to do and no navigation: sign in, agree to an app. */
export function FocusedPage({ title, lead, children, size = 'narrow' }: FocusedPageProps): ReactNode {
  const t = useTexts();
  const heading = usePageFocus();
  useEffect(() => {
    document.title = t('page.title.plain', { page: title });
  });
  return (
    <div className={styles['page']}>
      <header className={styles['brand']}>
        <Brand name={t('product.name')} />
      </header>
      <main className={`${styles['card']} ${styles[size]}`}>
        <div>
          <h1 ref={heading} tabIndex={-1} dir="auto" className={styles['title']}>
            {title}
          </h1>
          {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
        </div>
        {children}
      </main>
    </div>
  );
}
