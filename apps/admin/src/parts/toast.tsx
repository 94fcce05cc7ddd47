import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Icon, type IconName } from './icon';
import styles from './toast.module.css';

/** Time in milliseconds for which a toast is visible. A short time, because the screen shows the same result. */
const shownForMs = 6_000;

interface Said {
  text: string;
  icon: IconName;
  /** Counter that distinguishes consecutive toasts with the same text. */
  count: number;
}

let said: Said | undefined;
const listeners = new Set<() => void>();

function change(next: Said | undefined): void {
  said = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function toast(text: string, icon: IconName = 'check'): void {
  change({ text, icon, count: (said?.count ?? 0) + 1 });
}

/**
 * Container of the toasts. Always rendered, because screen readers announce only changes inside an existing live
 * region.
 */
export function Toasts(): ReactNode {
  const now = useSyncExternalStore(subscribe, () => said);
  useEffect(() => {
    if (!now) return undefined;
    const timer = setTimeout(() => change(undefined), shownForMs);
    return () => clearTimeout(timer);
  }, [now]);
  return (
    <div role="status" className={styles['region']}>
      {now && (
        <span key={now.count} className={styles['toast']}>
          <Icon name={now.icon} />
          {now.text}
        </span>
      )}
    </div>
  );
}
