import { type ReactNode, useState } from 'react';
import styles from './app-icon.module.css';

/** Pages find it at their own origin. What is no address of an icon is left as it is. */
function iconAddress(url: string): string {
  const at = url.lastIndexOf('/api/apps/');
  return at < 0 ? url : `/admin${url.slice(at)}`;
}

interface AppIconProps {
  /** What the app is called. It stands beside the icon, which says nothing by itself. */
  name: string;
  /** As the API has it, or a picture of this page (`data:`); null: the app has none. */
  url: string | null;
  size?: 'small' | 'normal' | 'large' | 'heading';
}

/** The icon of an app; its first letter where it has none, or where it does not come. */
export function AppIcon({ name, url, size = 'normal' }: AppIconProps): ReactNode {
  const [failed, setFailed] = useState<string>();
  const [first = ''] = name.trim();
  const hasPicture = url !== null && failed !== url;
  return (
    <span className={`${styles['icon']} ${styles[size]}`} aria-hidden="true">
      {hasPicture ? (
        <img src={iconAddress(url)} alt="" decoding="async" onError={() => setFailed(url)} />
      ) : (
        <span className={styles['initial']}>{first.toLocaleUpperCase()}</span>
      )}
    </span>
  );
}

/** An app in a list: its icon and what it is called, which may be a link. */
export function AppName({ name, url, children }: AppIconProps & { children: ReactNode }): ReactNode {
  return (
    <span className={styles['named']}>
      <AppIcon name={name} url={url} size="small" />
      {children}
    </span>
  );
}
