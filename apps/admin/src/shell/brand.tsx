import type { ReactNode } from 'react';
import styles from './brand.module.css';
import mark from '../styles/icon.svg';

export function Brand({ name, lead }: { name: string; lead?: string }): ReactNode {
  return (
    <span className={styles['brand']}>
      <img src={mark} alt="" width={30} height={30} />
      <span className={styles['text']}>
        <bdi className={styles['name']}>{name}</bdi>
        {lead && <span className={styles['lead']}>{lead}</span>}
      </span>
    </span>
  );
}
