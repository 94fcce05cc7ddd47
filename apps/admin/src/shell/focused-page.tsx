import { type ReactNode, useEffect } from 'react';
import { useTexts } from '../texts/texts';
import { Brand } from './brand';
import styles from './focused-page.module.css';

interface FocusedPageProps {
  title?: string;
  lead?: ReactNode;
  children: ReactNode;
  /** As wide as a form, or as a text. */
  size?: 'narrow' | 'wide';
}

/** A page with one thing to do and no navigation: sign in, agree to an app. */
export function FocusedPage({ title, lead, children, size = 'narrow' }: FocusedPageProps): ReactNode {
  const t = useTexts();
  useEffect(() => {
    document.title = title ? t('page.title.plain', { page: title }) : t('product.name');
  });
  return (
    <div className={styles['page']}>
      <header className={styles['brand']}>
        <Brand name={t('product.name')} />
      </header>
      <main className={`${styles['card']} ${styles[size]}`}>
        {title !== undefined && (
          <div>
            <h1 className={styles['title']}>{title}</h1>
            {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
          </div>
        )}
        {children}
      </main>
    </div>
  );
}
