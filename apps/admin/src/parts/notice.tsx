import type { ReactNode } from 'react';
import { Icon } from './icon';
import styles from './notice.module.css';

type Kind = 'info' | 'good' | 'warning' | 'danger';

interface NoticeProps {
  kind?: Kind;
  title?: ReactNode;
  children?: ReactNode;
  actions?: ReactNode;
  /** Makes screen readers announce the notice when it appears. */
  live?: boolean;
}

export function Notice({ kind = 'info', title, children, actions, live = false }: NoticeProps): ReactNode {
  const icon = kind === 'info' ? 'info' : kind === 'good' ? 'check' : 'warning';
  return (
    <div
      className={`${styles['notice']} ${styles[kind]}`}
      role={live ? (kind === 'danger' ? 'alert' : 'status') : undefined}
    >
      <Icon name={icon} />
      <div className={styles['text']}>
        {title !== undefined && <p className={styles['title']}>{title}</p>}
        {children}
        {actions !== undefined && <div className={styles['actions']}>{actions}</div>}
      </div>
    </div>
  );
}

export function Badge({
  kind = 'neutral',
  children,
}: {
  kind?: Kind | 'neutral';
  children: ReactNode;
}): ReactNode {
  return <span className={`${styles['badge']} ${styles[kind]}`}>{children}</span>;
}
