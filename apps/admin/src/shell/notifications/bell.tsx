import { lazy, type ReactNode, Suspense } from 'react';
import styles from './bell.module.css';

const NotificationsButton = lazy(() => import('./notifications-button'));

/** Container of the notifications button, which loads after the screen. */
export function Bell(): ReactNode {
  return (
    <div className={styles['bell']}>
      <Suspense>
        <NotificationsButton />
      </Suspense>
    </div>
  );
}
