import { type ReactNode, useEffect, useRef } from 'react';
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

/**
 * A page with one thing to do and no navigation: sign in, agree to an app. Its heading gets the focus where nothing else has it, so that a screen reader says
 * where one is.
 */
export function FocusedPage({ title, lead, children, size = 'narrow' }: FocusedPageProps): ReactNode {
  const t = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
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
            <h1 ref={heading} tabIndex={-1} className={styles['title']}>
              {title}
            </h1>
            {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
          </div>
        )}
        {children}
      </main>
    </div>
  );
}
