import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Skeleton } from '../parts/states';
import { type TextId, useTexts } from '../texts/texts';
import { FocusedPage } from './focused-page';
import styles from './frame.module.css';
import { PageSkeleton } from './page';

/** Pages without navigation, keyed by the start of their path. */
const focused = new Map<string, { title: TextId; size: 'narrow' | 'wide'; lines: number }>([
  ['sign-in', { title: 'signIn.title', size: 'narrow', lines: 4 }],
  ...[
    ...(['forgot-password', 'reset-password', 'confirm-email'] as const),
    ...(['invitation', 'device', 'switch', 'switch-to'] as const),
  ].map((path) => [path, { title: 'loading.label', size: 'narrow', lines: 4 }] as const),
  ['oauth', { title: 'grant.loading', size: 'wide', lines: 9 }],
]);

export function FrameSkeleton(): ReactNode {
  const t = useTexts();
  const { pathname } = useLocation();
  const page = focused.get(pathname.split('/')[1] ?? '');
  if (page) {
    return (
      <FocusedPage title={t(page.title)} size={page.size}>
        <Skeleton lines={page.lines} />
      </FocusedPage>
    );
  }
  return (
    <div className={styles['frame']}>
      <div className={styles['side']} />
      <main className={styles['main']}>
        <PageSkeleton />
      </main>
    </div>
  );
}
