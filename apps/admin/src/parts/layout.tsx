import type { ReactNode } from 'react';
import { Heading } from 'react-aria-components';
import styles from './layout.module.css';

interface StackProps {
  children: ReactNode;
  gap?: 'small' | 'normal' | 'large';
}

export function Stack({ children, gap = 'normal' }: StackProps): ReactNode {
  return <div className={`${styles['stack']} ${styles[gap]}`}>{children}</div>;
}

export function Row({ children, gap = 'small', end = false }: StackProps & { end?: boolean }): ReactNode {
  return <div className={`${styles['row']} ${styles[gap]} ${end ? styles['end'] : ''}`}>{children}</div>;
}

/** A card with an optional heading and actions. `flush` removes the padding for a table. */
export function Card({
  title,
  lead,
  actions,
  flush = false,
  children,
}: {
  title?: ReactNode;
  lead?: ReactNode;
  actions?: ReactNode;
  flush?: boolean;
  children?: ReactNode;
}): ReactNode {
  return (
    <section className={`${styles['card']} ${flush ? styles['flush'] : ''}`}>
      {(title !== undefined || actions !== undefined) && (
        <header className={styles['header']}>
          <div>
            {title !== undefined && (
              <Heading level={2} className={styles['title'] ?? ''}>
                {title}
              </Heading>
            )}
            {lead !== undefined && <p className={styles['lead']}>{lead}</p>}
          </div>
          {actions}
        </header>
      )}
      {children}
    </section>
  );
}
