import type { ReactNode } from 'react';
import styles from './frame.module.css';
import { PageSkeleton } from './page';

/** The frame without its content, while it is not known yet who is there. */
export function FrameSkeleton(): ReactNode {
  return (
    <div className={styles['frame']}>
      <div className={styles['side']} />
      <main className={styles['main']}>
        <PageSkeleton />
      </main>
    </div>
  );
}
