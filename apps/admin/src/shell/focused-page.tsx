import { type ReactNode, useEffect } from 'react';
import { useTexts } from '../texts/texts';
import { Brand } from './brand';
import styles from './focused-page.module.css';
import { usePageFocus } from './page-focus';

interface FocusedPageProps {
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  /** Page width: `narrow` for a form, `wide` for text. */
  size?: 'narrow' | 'wide';
}

/** A page for a single task without navigation, such as the sign-in or the grant screen. */
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
