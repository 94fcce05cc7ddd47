import { type ReactNode, useEffect, useSyncExternalStore } from 'react';
import { Icon } from './icon';
import styles from './toast.module.css';

/** How long it stays, in ms. It only repeats what the screen shows, so nobody needs it longer. */
const shownForMs = 6_000;

interface Said {
  text: string;
  /** Tells two of the same words apart. */
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

/** Says that something was done: seen at the lower edge, and read out. */
export function toast(text: string): void {
  change({ text, count: (said?.count ?? 0) + 1 });
}

/** Where it is said; there from the beginning, as screen readers want it. */
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
          <Icon name="check" />
          {now.text}
        </span>
      )}
    </div>
  );
}
